import Glibc

/// The two clocks a server needs, passed in so that tests can hold them.
public struct ServerClock: Sendable {
    /// Never goes back; for deadlines.
    public var monotonic: @Sendable () -> Nanoseconds
    /// Whole Unix seconds, for `Date`.
    public var wall: @Sendable () -> Int64

    public init(monotonic: @escaping @Sendable () -> Nanoseconds, wall: @escaping @Sendable () -> Int64) {
        self.monotonic = monotonic
        self.wall = wall
    }

    /// The machine's own clocks.
    public static let system = ServerClock(
        monotonic: {
            var time = timespec()
            clock_gettime(CLOCK_MONOTONIC, &time)
            return UInt64(time.tv_sec) * 1_000_000_000 + UInt64(time.tv_nsec)
        },
        wall: {
            var time = timespec()
            clock_gettime(CLOCK_REALTIME_COARSE, &time)
            return Int64(time.tv_sec)
        }
    )
}
