import Activities
import Foundation
import Synchronization

/// A journal in memory that fails on demand and tells what it was asked.
final class MemoryJournal: Journal {
    private struct State: Sendable {
        var appends: [[Change]] = []
        var records: [String: ActivityRecord] = [:]
        var settings = Settings()
        var lastSequence: UInt64 = 0
        var startedByKey: [String: (id: String, date: Date)] = [:]
        var failure: JournalError?
        var onAppend: (@Sendable ([Change]) -> Void)?
    }

    private let state = Mutex(State())
    let epoch = "test"

    init() {}

    var appends: [[Change]] { state.withLock { $0.appends } }
    var changes: [Change] { appends.flatMap { $0 } }

    func fail(with error: JournalError?) { state.withLock { $0.failure = error } }
    func onAppend(_ body: (@Sendable ([Change]) -> Void)?) { state.withLock { $0.onAppend = body } }

    func load() throws -> Loaded {
        state.withLock { state in
            let visible = state.appends.joined().filter { $0.event != .mark }.map {
                RecentChange(sequence: $0.sequence, activityID: $0.activityID)
            }
            return Loaded(
                activities: state.records.values.filter { $0.activityState != .dismissed }, settings: state.settings,
                lastSequence: state.lastSequence, recentChanges: visible.suffix(Board.keptChanges),
                floor: visible.dropLast(Board.keptChanges).last?.sequence ?? 0)
        }
    }

    func append(_ changes: [Change]) throws {
        let hook = state.withLock { $0.onAppend }
        hook?(changes)
        try state.withLock { state in
            if let failure = state.failure { throw failure }
            state.appends.append(changes)
            for change in changes {
                state.lastSequence = change.sequence
                if let settings = change.settings { state.settings = settings }
                guard let record = change.activity else { continue }
                state.records[record.id] = change.event == .delete ? nil : record
                if let key = change.idempotencyKey { state.startedByKey[key] = (record.id, change.date) }
            }
        }
    }

    func pushToStartTokens(proposed: [String: String]) throws -> [String: String] { proposed }

    func activity(_ id: String) throws -> ActivityRecord? { state.withLock { $0.records[id] } }

    func activityStarted(by idempotencyKey: String, now: Date) throws -> ActivityRecord? {
        state.withLock { state in
            guard let started = state.startedByKey[idempotencyKey], now.timeIntervalSince(started.date) < 86_400 else { return nil }
            return state.records[started.id]
        }
    }
}
