import Activities
import Foundation
import Synchronization

/// Keeps changes in memory, as the store does on disk; the archive of a test.
final class MemoryJournal: Journal, Archive {
    let epoch = "test"
    private let changes = Mutex<[Change]>([])

    private let stored: [ActivityRecord]
    private let hasHistory: Bool

    /// Begins with what an earlier version has stored; without `hasHistory` the disk is gone when one is asked for.
    init(_ stored: [ActivityRecord] = [], hasHistory: Bool = true) {
        self.stored = stored
        self.hasHistory = hasHistory
    }

    func load() throws -> Loaded {
        Loaded(activities: stored, settings: Settings(), lastSequence: stored.map(\.sequence).max() ?? 0)
    }
    func append(_ new: [Change]) throws { changes.withLock { $0 += new } }
    func activity(_ id: String) throws -> ActivityRecord? {
        changes.withLock { all in all.last { $0.activity?.id == id }?.activity }
    }
    func activityStarted(by idempotencyKey: String, now: Date) throws -> ActivityRecord? {
        let started = changes.withLock { all in all.last { $0.idempotencyKey == idempotencyKey }?.activity }
        return try started.flatMap { try activity($0.id) }
    }
    func history(of id: String, limit: Int) throws -> [Change] {
        guard hasHistory else { throw JournalError(reason: "the disk is gone") }
        return changes.withLock { all in Array(all.filter { $0.activity?.id == id && $0.event != .mark }.suffix(limit)) }
    }
    func remembersActivity(_ id: String) throws -> Bool { false }
    func pushToStartTokens(proposed: [String: String]) throws -> [String: String] { proposed }
    func past(_ filter: PastFilter, after place: PastPlace?, limit: Int) throws -> [ActivityRecord] { [] }
    func dismissed(kind: String?, after startSequence: UInt64, limit: Int) throws -> [ActivityRecord] { [] }
    func events(after sequence: UInt64, limit: Int) throws -> [Change] {
        changes.withLock { all in Array(all.filter { $0.sequence > sequence && $0.event != .mark }.prefix(limit)) }
    }
    func events(of id: String, after sequence: UInt64, limit: Int) throws -> [Change] {
        changes.withLock { all in Array(all.filter { $0.activity?.id == id && $0.sequence > sequence && $0.event != .mark }.prefix(limit)) }
    }
    func horizon() throws -> UInt64 { 0 }
}
