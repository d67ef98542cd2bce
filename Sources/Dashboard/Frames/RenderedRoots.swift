import Synchronization

/// Rendered bytes by root and revision, so that page, frame and catch-up render a card once.
///
/// Bounded by two generations: what was not asked for during a whole generation goes, whatever is stored.
final class RenderedRoots: Sendable {
    struct Key: Hashable, Sendable {
        let root: String
        let activity: String
        let sequence: UInt64
        let timeZone: String
    }

    /// Entries of one generation; at about 5 kB a root, two of them stay near 20 MB.
    static let generation = 2_048

    private let generations = Mutex<(young: [Key: [UInt8]], old: [Key: [UInt8]])>(([:], [:]))
    private let capacity: Int

    init(capacity: Int = RenderedRoots.generation) { self.capacity = capacity }

    /// The bytes of `key`, made by `render` where they are not kept.
    func bytes(_ key: Key, render: () throws -> [UInt8]) rethrows -> [UInt8] {
        if let known = find(key) { return known }
        let bytes = try render()
        keep(key, bytes)
        return bytes
    }

    var count: Int { generations.withLock { $0.young.count + $0.old.count } }

    private func find(_ key: Key) -> [UInt8]? {
        generations.withLock { state in
            if let bytes = state.young[key] { return bytes }
            guard let bytes = state.old.removeValue(forKey: key) else { return nil }
            insert(key, bytes, &state)
            return bytes
        }
    }

    private func keep(_ key: Key, _ bytes: [UInt8]) {
        generations.withLock { insert(key, bytes, &$0) }
    }

    private func insert(_ key: Key, _ bytes: [UInt8], _ state: inout (young: [Key: [UInt8]], old: [Key: [UInt8]])) {
        if state.young.count >= capacity {
            state.old = state.young
            state.young = [:]
        }
        state.young[key] = bytes
    }
}
