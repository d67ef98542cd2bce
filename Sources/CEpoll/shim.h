#pragma once
#include <stdint.h>
#include <sys/epoll.h>

/* epoll_event holds a packed union; these keep its layout in C. The token comes back with each event. */
static inline int islet_epoll_control(int epoll, int operation, int descriptor, uint32_t events, uint64_t token) {
    struct epoll_event event;
    event.events = events;
    event.data.u64 = token;
    return epoll_ctl(epoll, operation, descriptor, &event);
}

static inline uint64_t islet_epoll_token(const struct epoll_event *event) { return event->data.u64; }
