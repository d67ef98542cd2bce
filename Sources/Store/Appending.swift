import Activities
import Foundation
import SQLite

/// The statements of one append, inside its transaction.
struct Appending {
    private let database: Database

    init(to database: Database) { self.database = database }

    func append(_ changes: [Change]) throws {
        let successors = successors(changes)
        for (index, change) in changes.enumerated() {
            let sequence = try number(change.sequence)
            if change.event == .delete, let activity = change.activity {
                try delete(activity.id)
                try insertEvent(change, sequence, record: nil)
            } else if let activity = change.activity {
                let record = UTF8Text(StoredActivity.encode(activity))
                // A mark shows nothing in the log; its row only keeps the sequence used.
                try insertEvent(change, sequence, record: change.event == .mark ? nil : record)
                let successor = successors[index].flatMap { changes[$0].activity }
                // A token that another one replaces within the turn was given out all the same: it must be remembered as retired.
                if successor == nil || successor?.pushToken != activity.pushToken { try save(activity, change, sequence, record: record) }
            } else if let settings = change.settings {
                let record = StoredJSON.encode(StoredSettings.encode(settings))
                try insertEvent(change, sequence, record: record)
                try database.run("INSERT OR REPLACE INTO settings (id, record) VALUES (1, ?)", record)
            }
            if let key = change.idempotencyKey, let activity = change.activity { try remember(key, of: activity.id, at: change.date) }
        }
    }

    /// The place of each activity's next change, if the turn has one: only what it is in the end is written to its row.
    private func successors(_ changes: [Change]) -> [Int?] {
        var next: [UInt64: Int] = [:]
        var successors = [Int?](repeating: nil, count: changes.count)
        for index in changes.indices.reversed() {
            guard let start = changes[index].activity?.startSequence else { continue }
            successors[index] = next.updateValue(index, forKey: start)
        }
        return successors
    }

    private func insertEvent(_ change: Change, _ sequence: Int64, record: UTF8Text?) throws {
        try database.run(
            "INSERT INTO events (sequence, activity_id, event, at, flip, record) VALUES (?, ?, ?, ?, ?, ?)",
            sequence, change.activity?.id, change.event.rawValue, change.date.milliseconds, change.flip?.rawValue, record)
    }

    private func save(_ activity: ActivityRecord, _ change: Change, _ sequence: Int64, record: UTF8Text) throws {
        if change.event != .start, activity.activityState != .dismissed {
            if try update(activity, sequence, record: record) { return }
        }
        try upsert(activity, at: change.date, sequence, record: record)
    }

    /// The usual change leaves the token and every index as they are; false: not so, or there is no row yet.
    private func update(_ activity: ActivityRecord, _ sequence: Int64, record: UTF8Text) throws -> Bool {
        try database.run(
            "UPDATE activities SET state = ?, sequence = ?, record = ? WHERE start_sequence = ? AND push_token = ?",
            activity.activityState.rawValue, sequence, record, try number(activity.startSequence), activity.pushToken)
        return database.changes > 0
    }

    private func upsert(_ activity: ActivityRecord, at date: Date, _ sequence: Int64, record: UTF8Text) throws {
        let dismissed = activity.activityState == .dismissed ? date.milliseconds : nil
        try database.run(
            """
            INSERT INTO activities (start_sequence, id, kind, state, sequence, dismissed_at, push_token, started_at, record)
            VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)
            ON CONFLICT (start_sequence) DO UPDATE SET state = excluded.state, sequence = excluded.sequence, push_token = excluded.push_token,
            dismissed_at = coalesce(dismissed_at, excluded.dismissed_at), record = excluded.record
            """,
            try number(activity.startSequence), activity.id, activity.kind, activity.activityState.rawValue, sequence, dismissed,
            activity.pushToken, activity.startDate.milliseconds, record)
    }

    /// Forgets it whole: its row, what happened to it, its pushes, its retired tokens; a key that started it leads nowhere then.
    private func delete(_ id: String) throws {
        try database.run("DELETE FROM events WHERE activity_id = ?", id)
        try database.run("DELETE FROM activities WHERE id = ?", id)
        try database.run("DELETE FROM tombstones WHERE activity_id = ?", id)
        try database.run("DELETE FROM pushes WHERE activity_id = ?", id)
        try Store.notePushRemoval(of: database.changes, in: database)
    }

    private func remember(_ key: String, of id: String, at date: Date) throws {
        try database.run("INSERT OR REPLACE INTO idempotency_keys (key, activity_id, at) VALUES (?, ?, ?)", key, id, date.milliseconds)
    }

    /// SQLite's integers end at 2^63 - 1.
    private func number(_ sequence: UInt64) throws(JournalError) -> Int64 {
        guard let number = Int64(exactly: sequence) else { throw JournalError(reason: "The sequence \(sequence) cannot be stored.") }
        return number
    }
}
