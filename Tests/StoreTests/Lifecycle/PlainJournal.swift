import Activities
import Foundation
import Synchronization

/// What a journal must keep for a center, in the simplest way to say it.
final class PlainJournal: Journal {
    private struct State: Sendable {
        var records: [String: ActivityRecord] = [:]
        var settings = Settings()
        var lastSequence: UInt64 = 0
        var keys: [String: (id: String, date: Date)] = [:]
    }

    private let state = Mutex(State())
    let epoch = "plain"

    func load() throws -> Loaded {
        state.withLock { state in
            Loaded(
                activities: state.records.values.filter { $0.activityState != .dismissed }, settings: state.settings,
                lastSequence: state.lastSequence)
        }
    }

    func append(_ changes: [Change]) throws {
        state.withLock { state in
            for change in changes {
                state.lastSequence = change.sequence
                if let settings = change.settings { state.settings = settings }
                guard let record = change.activity else { continue }
                state.records[record.id] = change.event == .delete ? nil : record
                if let key = change.idempotencyKey { state.keys[key] = (record.id, change.date) }
            }
        }
    }

    func activity(_ id: String) throws -> ActivityRecord? { state.withLock { $0.records[id] } }

    func activityStarted(by idempotencyKey: String, now: Date) throws -> ActivityRecord? {
        state.withLock { state in
            guard let started = state.keys[idempotencyKey], now.timeIntervalSince(started.date) < 86_400 else { return nil }
            return state.records[started.id]
        }
    }

    func pushToStartTokens(proposed: [String: String]) throws -> [String: String] { proposed }
}
