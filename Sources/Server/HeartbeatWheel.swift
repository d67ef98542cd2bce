/// Subscribers by the tick at which each is to be looked at: a tick touches only those that are due.
struct HeartbeatWheel {
    /// Ticks of silence after which a comment is sent.
    let period: UInt32
    private var slots: [[UInt32]]

    init(period: UInt32) {
        self.period = max(1, period)
        slots = Array(repeating: [], count: Int(self.period) + 1)
    }

    /// The tick is at most a period ahead.
    mutating func schedule(_ row: UInt32, at tick: UInt32) { slots[Int(tick) % slots.count].append(row) }

    /// Those due at the tick; the room they took is kept for the next round.
    mutating func due(at tick: UInt32, into due: inout [UInt32]) {
        due.removeAll(keepingCapacity: true)
        swap(&due, &slots[Int(tick) % slots.count])
    }
}
