#pragma once
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <stdint.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/socket.h>

/* epoll_event holds a packed union; these keep its layout in C. The token comes back with each event. */
static inline int islet_epoll_control(int epoll, int operation, int descriptor, uint32_t events, uint64_t token) {
    struct epoll_event event;
    event.events = events;
    event.data.u64 = token;
    return epoll_ctl(epoll, operation, descriptor, &event);
}

static inline uint64_t islet_epoll_token(const struct epoll_event *event) { return event->data.u64; }

static inline int islet_eventfd(void) { return eventfd(0, EFD_NONBLOCK | EFD_CLOEXEC); }

/* accept4 is a GNU extension, and defining _GNU_SOURCE here would give fd_set another shape than Glibc's module has. */
extern int accept4(int, struct sockaddr *, socklen_t *, int);

static inline int islet_accept(int listener, struct sockaddr_storage *peer, socklen_t *length) {
    return accept4(listener, (struct sockaddr *)peer, length, SOCK_NONBLOCK | SOCK_CLOEXEC);
}

static inline int islet_set_option(int descriptor, int level, int name, int value) {
    return setsockopt(descriptor, level, name, &value, sizeof value);
}

/* Little waits in the kernel, and a peer that vanished is given up by the kernel too. */
static inline void islet_stream_options(int descriptor, int unsent_bytes, int timeout_milliseconds) {
    islet_set_option(descriptor, IPPROTO_TCP, TCP_NOTSENT_LOWAT, unsent_bytes);
    islet_set_option(descriptor, IPPROTO_TCP, TCP_USER_TIMEOUT, timeout_milliseconds);
}
