import Activities
import Foundation
import SQLite

extension Store: Journal {
    public func load() throws -> Loaded {
        try read { database in
            // One read transaction would be one snapshot; nobody writes before the start is over.
            let activities = try database.rows(
                "SELECT record FROM activities INDEXED BY activities_live WHERE dismissed_at IS NULL ORDER BY start_sequence"
            ) { row in try StoredActivity.decode(try row.json(0)) }
            let settings = try database.first("SELECT record FROM settings") { row in StoredSettings.decode(try row.json(0)) }
            let last = try database.first("SELECT max(sequence) FROM events") { row -> Int64? in row[0] } ?? nil
            let recent = try Self.recentChanges(in: database)
            return Loaded(
                activities: activities, settings: settings ?? Settings(), lastSequence: UInt64(clamping: last ?? 0),
                recentChanges: recent.changes, floor: recent.floor)
        }
    }

    /// One more than the board keeps tells where its knowledge ends; else that is where pruning left off. Deletions take an
    /// activity's earlier events, but are themselves newer, so that no cursor misses it.
    private static func recentChanges(in database: Database) throws -> (changes: [RecentChange], floor: UInt64) {
        let newest = try database.rows(
            "SELECT sequence, activity_id FROM events WHERE event <> 'mark' ORDER BY sequence DESC LIMIT ?", Board.keptChanges + 1
        ) { row in RecentChange(sequence: UInt64(clamping: row[0] as Int64), activityID: row[1]) }
        let horizon = UInt64(clamping: try Meta.horizon(of: database))
        let floor = newest.count > Board.keptChanges ? newest[Board.keptChanges].sequence : horizon
        return (newest.prefix(Board.keptChanges).reversed(), max(floor, horizon))
    }

    public func append(_ changes: [Change]) throws {
        if changes.isEmpty { return }
        try write { database in try Appending(to: database).append(changes) }
    }

    public func activity(_ id: String) throws -> ActivityRecord? {
        try read { database in
            try database.first("SELECT record FROM activities WHERE id = ?", id) { row in try StoredActivity.decode(try row.json(0)) }
        }
    }

    public func activityStarted(by idempotencyKey: String, now: Date) throws -> ActivityRecord? {
        let oldest = now.addingTimeInterval(-Self.idempotencySeconds).milliseconds
        return try read { database in
            try database.first(
                "SELECT record FROM activities WHERE id = (SELECT activity_id FROM idempotency_keys WHERE key = ? AND at > ?)",
                idempotencyKey, oldest
            ) { row in try StoredActivity.decode(try row.json(0)) }
        }
    }

    /// A key answers for 24 hours (http.md, "JSON API").
    static let idempotencySeconds: Double = 86_400
}
