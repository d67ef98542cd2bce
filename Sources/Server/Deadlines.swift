/// Nanoseconds of a clock that never goes back.
public typealias Nanoseconds = UInt64

extension Nanoseconds {
    static func milliseconds(_ count: UInt64) -> Nanoseconds { count * 1_000_000 }
    static func seconds(_ count: UInt64) -> Nanoseconds { count * 1_000_000_000 }
}

/// How long the server waits for what, in nanoseconds.
public struct Deadlines: Sendable {
    /// From a head's first byte to its last, however many come between: a byte now and then (slowloris) buys no time.
    public var head: Nanoseconds = .seconds(10)
    /// What a body or an answer may take beside its length at the minimum rate.
    public var grace: Nanoseconds = .seconds(20)
    /// Bytes a second that a body must come, and an answer be taken, at the least.
    public var minimumRate: UInt64 = 500
    /// Between an answer and the next request.
    public var keepAlive: Nanoseconds = .seconds(75)
    /// From a whole request to the handler's answer; then 503.
    public var answer: Nanoseconds = .seconds(30)
    /// How long a subscriber may take over a frame that did not fit into its socket, progress or not: a byte now and then
    /// would keep that frame in memory for ever.
    public var write: Nanoseconds = .seconds(30)
    /// Between the last answer and the close, for the client to read it.
    public var linger: Nanoseconds = .seconds(2)
    /// After this much silence a subscriber is sent a comment.
    public var heartbeat: Nanoseconds = .seconds(15)
    /// How long `shutdown` waits for requests in flight and for streams to take their ends; it is looked at every tick, so
    /// that all is closed a tick later at the latest.
    public var shutdown: Nanoseconds = .seconds(3)
    /// How often deadlines are looked at.
    public var tick: Nanoseconds = .seconds(1)

    public init() {}
}
