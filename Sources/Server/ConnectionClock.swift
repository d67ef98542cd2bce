/// What a connection is waiting for, and until when: a pure state machine, `now` is an argument.
struct ConnectionClock: Sendable {
    enum Phase: Sendable, Equatable {
        /// Nothing of a request has come.
        case idle
        /// A head has begun.
        case head
        /// A head is whole, its body is not.
        case body
        /// The handler has the request.
        case answering
        /// An answer waits for the socket.
        case writing
        /// The last answer is out; the client may still be reading it.
        case lingering
    }

    private(set) var phase: Phase = .idle
    private(set) var deadline: Nanoseconds
    private var began: Nanoseconds

    init(deadlines: Deadlines, now: Nanoseconds) {
        began = now
        // A fresh connection owes its first request as a head's time, not a keep-alive's: silence is how slots are hoarded.
        deadline = now + deadlines.head
    }

    /// Enters the phase, or stays in it with its deadline unmoved.
    mutating func enter(_ next: Phase, deadlines: Deadlines, now: Nanoseconds) {
        if next == phase && next != .idle { return }
        phase = next
        began = now
        switch next {
        case .idle: deadline = now + deadlines.keepAlive
        case .head: deadline = now + deadlines.head
        case .body, .writing: deadline = now + deadlines.grace
        case .answering: deadline = now + deadlines.answer
        case .lingering: deadline = now + deadlines.linger
        }
    }

    /// So many bytes of the body came, or of the answer were taken, since the phase began: each buys its share of the minimum rate.
    mutating func progressed(to total: Int, deadlines: Deadlines) {
        guard phase == .body || phase == .writing else { return }
        deadline = began + deadlines.grace + UInt64(total) * 1_000_000_000 / deadlines.minimumRate
    }

    func isExpired(at now: Nanoseconds) -> Bool { now >= deadline }
}
