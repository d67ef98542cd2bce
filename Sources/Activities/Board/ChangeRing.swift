/// The last changes by sequence, so that a cursor learns what it missed; a bounded ring.
struct ChangeRing: Sendable {
    private var entries: [(sequence: UInt64, id: String?)] = []
    private var next = 0
    private let capacity: Int
    /// A cursor before this one has missed changes that are no longer kept.
    private(set) var floor: UInt64

    init(capacity: Int, floor: UInt64) {
        self.capacity = capacity
        self.floor = floor
    }

    /// A change of the settings has no id.
    mutating func append(_ sequence: UInt64, id: String?) {
        if entries.count < capacity {
            entries.append((sequence, id))
        } else {
            floor = entries[next].sequence
            entries[next] = (sequence, id)
            next = (next + 1) % capacity
        }
    }

    /// From the newest back to the first after `cursor`; costs as much as it yields.
    func newest(after cursor: UInt64) -> [(sequence: UInt64, id: String?)] {
        var found: [(sequence: UInt64, id: String?)] = []
        for back in 0..<entries.count {
            let entry = entries[(next + entries.count - 1 - back) % entries.count]
            guard entry.sequence > cursor else { break }
            found.append(entry)
        }
        return found
    }
}
