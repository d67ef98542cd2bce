import CEpoll
import Glibc

/// Names a descriptor in an event: a slot of the loop's table and that slot's generation, so that a late event or a late
/// answer for a descriptor that was closed never reaches whoever uses its slot next.
struct Token: Hashable, Sendable {
    let index: UInt32
    let generation: UInt32

    var packed: UInt64 { UInt64(generation) << 32 | UInt64(index) }

    init(index: UInt32, generation: UInt32) {
        self.index = index
        self.generation = generation
    }

    init(packed: UInt64) { self.init(index: UInt32(truncatingIfNeeded: packed), generation: UInt32(packed >> 32)) }

    /// The loop's own descriptors stand beyond every slot.
    static let listener = Token(index: .max, generation: 0)
    static let inbox = Token(index: .max - 1, generation: 0)
}

/// What an event says.
struct Readiness: OptionSet, Sendable {
    let rawValue: UInt32
    static let readable = Readiness(rawValue: EPOLLIN.rawValue)
    static let writable = Readiness(rawValue: EPOLLOUT.rawValue)
    /// The other end will send no more.
    static let halfClosed = Readiness(rawValue: EPOLLRDHUP.rawValue)
    /// The connection is no more.
    static let dead = Readiness(rawValue: EPOLLERR.rawValue | EPOLLHUP.rawValue)
}

/// An epoll descriptor and room for the events of one wait.
final class Poller {
    /// Events taken in one wait.
    static let batch = 256

    let descriptor: Int32
    private let events: UnsafeMutablePointer<epoll_event>

    init() throws(ServerError) {
        descriptor = epoll_create1(Int32(EPOLL_CLOEXEC))
        guard descriptor >= 0 else { throw .system(call: "epoll_create1", code: errno) }
        events = .allocate(capacity: Self.batch)
    }

    deinit {
        events.deallocate()
        Glibc.close(descriptor)
    }

    /// Tells of a socket's every change once (edge-triggered), so that nothing has to be changed when interest changes.
    func watchSocket(_ socket: Int32, token: Token) -> Bool {
        let interest = EPOLLIN.rawValue | EPOLLOUT.rawValue | EPOLLRDHUP.rawValue | EPOLLET.rawValue
        return islet_epoll_control(descriptor, EPOLL_CTL_ADD, socket, interest, token.packed) == 0
    }

    /// Tells of a descriptor for as long as it is readable.
    func watchLevel(_ watched: Int32, token: Token) {
        _ = islet_epoll_control(descriptor, EPOLL_CTL_ADD, watched, EPOLLIN.rawValue, token.packed)
    }

    func forget(_ watched: Int32) {
        _ = islet_epoll_control(descriptor, EPOLL_CTL_DEL, watched, 0, 0)
    }

    /// Takes what has happened, waiting at most so long; returns how many events there are.
    func wait(milliseconds: Int32) -> Int {
        max(0, Int(epoll_wait(descriptor, events, Int32(Self.batch), milliseconds)))
    }

    /// Hands over each of the events of the last wait.
    func each(of count: Int, _ body: (Token, Readiness) -> Void) {
        for index in 0..<count {
            body(Token(packed: islet_epoll_token(events + index)), Readiness(rawValue: events[index].events))
        }
    }
}
