import Synchronization

/// What a server has done since it started, and what it holds now.
public struct ServerMetrics: Sendable, Equatable {
    /// Answers by the first digit of their status, at 1 to 5.
    public var answers = [Int](repeating: 0, count: 6)
    /// Connections accepted so far.
    public var accepted = 0
    /// Connections held now, streams among them.
    public var connections = 0
    /// Streams held now.
    public var streams = 0
    /// Frames handed to subscribers' sockets.
    public var frames = 0
    /// Bytes written, to whomever.
    public var bytes = 0
    /// Times that a frame did not fit into a subscriber's socket.
    public var slowReaders = 0
    /// Subscribers cut for not reading.
    public var cuts = 0
    /// Connections turned away for a limit.
    public var refused = 0
    /// Connections closed for a missed deadline.
    public var timeouts = 0

    static func + (a: ServerMetrics, b: ServerMetrics) -> ServerMetrics {
        var sum = a
        for index in sum.answers.indices { sum.answers[index] += b.answers[index] }
        sum.accepted += b.accepted
        sum.connections += b.connections
        sum.streams += b.streams
        sum.frames += b.frames
        sum.bytes += b.bytes
        sum.slowReaders += b.slowReaders
        sum.cuts += b.cuts
        sum.refused += b.refused
        sum.timeouts += b.timeouts
        return sum
    }
}

/// One loop's counters: written by that loop alone, read by anybody.
final class LoopCounters: Sendable {
    struct Counter: ~Copyable, Sendable {
        private let value = Atomic<Int>(0)
        /// One writer, so that no locked instruction is needed.
        func add(_ amount: Int = 1) { value.store(value.load(ordering: .relaxed) &+ amount, ordering: .relaxed) }
        var current: Int { value.load(ordering: .relaxed) }
    }

    private let informational = Counter(), successful = Counter(), redirected = Counter(), refusedByClient = Counter(), failed = Counter()
    let accepted = Counter(), connections = Counter(), streams = Counter(), frames = Counter(), bytes = Counter()
    let slowReaders = Counter(), cuts = Counter(), refused = Counter(), timeouts = Counter()

    func answered(_ status: Int) {
        switch status / 100 {
        case 1: informational.add()
        case 2: successful.add()
        case 3: redirected.add()
        case 4: refusedByClient.add()
        default: failed.add()
        }
    }

    var snapshot: ServerMetrics {
        var metrics = ServerMetrics()
        metrics.answers = [
            0, informational.current, successful.current, redirected.current, refusedByClient.current, failed.current,
        ]
        metrics.accepted = accepted.current
        metrics.connections = connections.current
        metrics.streams = streams.current
        metrics.frames = frames.current
        metrics.bytes = bytes.current
        metrics.slowReaders = slowReaders.current
        metrics.cuts = cuts.current
        metrics.refused = refused.current
        metrics.timeouts = timeouts.current
        return metrics
    }
}
