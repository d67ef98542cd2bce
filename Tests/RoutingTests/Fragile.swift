import Foundation
import Routing
import Synchronization

/// A store that can be broken, and counts how often it is read.
final class Fragile: SessionStore {
    struct Broken: Error {}
    let isBroken = Mutex(false)
    let reads = Mutex(0)
    private let memory = MemorySessions()

    private func check() throws { if isBroken.withLock({ $0 }) { throw Broken() } }

    func session(hash: String) throws -> SessionRecord? {
        reads.withLock { $0 += 1 }
        try check()
        return memory.session(hash: hash)
    }
    func save(_ session: SessionRecord) throws {
        try check()
        memory.save(session)
    }
    func delete(hash: String) throws {
        try check()
        memory.delete(hash: hash)
    }
    func deleteExpired(before: Date) throws {
        try check()
        memory.deleteExpired(before: before)
    }
}
