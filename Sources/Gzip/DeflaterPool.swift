import Synchronization

/// Deflaters that rest between calls; a call takes one out, so that calls on several threads do not wait for each other.
final class DeflaterPool: Sendable {
    static let shared = DeflaterPool()
    /// How many rest at most (about a quarter of a megabyte each); more are made when needed, and let go.
    static let restingBound = 4

    private let resting = Mutex<[Deflater]>([])

    func withDeflater<Result>(level: Int, _ body: (Deflater) -> Result) -> Result {
        let deflater = take(level: level) ?? Deflater(level: level)
        defer { giveBack(deflater) }
        return body(deflater)
    }

    var restingCount: Int { resting.withLock { $0.count } }

    private func take(level: Int) -> Deflater? {
        resting.withLock { resting in
            resting.lastIndex { $0.level == level }.map { resting.remove(at: $0) }
        }
    }

    private func giveBack(_ deflater: Deflater) {
        resting.withLock { resting in
            if resting.count < Self.restingBound { resting.append(deflater) }
        }
    }
}
