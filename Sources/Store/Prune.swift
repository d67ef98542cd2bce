import Activities
import Foundation
import SQLite

/// What one bounded step of pruning did.
public struct PruneStep: Sendable, Equatable {
    /// Rows that went.
    public var removed = 0
    /// False: there is more to do, in a further step.
    public var isComplete = true
    /// Receipts were among them: what the push log shows may have changed.
    public var hasForgottenPushes = false

    mutating func add(_ count: Int) {
        removed += count
        if count >= Store.rowsPerPruneStep { isComplete = false }
    }

    mutating func add(pushes count: Int) {
        add(count)
        if count > 0 { hasForgottenPushes = true }
    }
}

extension Store {
    /// Rows of each table that one step takes at most: a change that is due meanwhile waits for the whole step, some milliseconds.
    public static let rowsPerPruneStep = 100

    /// One step, in one transaction: removes what has been over since before `cutoff`, and forgets its id and tokens when as much
    /// time again has passed (http.md, "Pages"). Call again, later, until it is complete. Throws `JournalError`.
    public func prune(olderThan cutoff: Date, now: Date, keptPushes: Int = Store.keptPushes) throws -> PruneStep {
        try write { database in
            var step = PruneStep()
            step.add(try Self.pruneEvents(olderThan: cutoff, now: now, in: database))
            step.add(try Self.pruneActivities(dismissedBefore: cutoff, in: database))
            step.add(
                try database.delete(from: "idempotency_keys", key: "key", where: "at", before: now.addingTimeInterval(-Self.idempotencySeconds)))
            let forgotten = cutoff.addingTimeInterval(-now.timeIntervalSince(cutoff))
            step.add(try database.delete(from: "tombstones", key: "name", where: "at", before: forgotten))
            step.add(pushes: try Self.prunePushes(olderThan: cutoff, beyond: keptPushes, in: database))
            step.add(try database.delete(from: "sessions", key: "hash", where: "expires_at", before: now))
            return step
        }
    }

    /// The oldest ones, in order, so that what is left is a log without a gap after its horizon.
    ///
    /// An event from the future (a clock that was wrong once) is as old as its neighbours: it must not hold up all behind it.
    /// The newest stays: it holds the last sequence, which is never used again.
    private static func pruneEvents(olderThan cutoff: Date, now: Date, in database: Database) throws -> Int {
        let oldest = try database.rows(
            "SELECT sequence, at FROM events WHERE sequence < (SELECT max(sequence) FROM events) ORDER BY sequence LIMIT ?", rowsPerPruneStep
        ) { row -> (sequence: Int64, at: Int64) in (row[0], row[1]) }
        let over = oldest.prefix { $0.at < cutoff.milliseconds || $0.at > now.milliseconds }
        guard let last = over.last else { return 0 }
        try database.run("DELETE FROM events WHERE sequence <= ?", last.sequence)
        try Meta.setHorizon(last.sequence, in: database)
        return over.count
    }

    /// A backend that pushes day and night must not fill the disk.
    public static let keptPushes = 100_000

    /// So many too many are taken along by those who come: whoever knows the address may push, with any token, and a flood outruns the steps
    /// of pruning many times over.
    static let surplusPushes = 1_000
    /// Taken along at once: more than come in one transaction, and some milliseconds of work.
    static let surplusPushesPerRemoval = 8_192

    /// Counts only where there may be too many: numbers that removals took make the span longer than the count.
    static func forgetSurplusPushes(beyond kept: Int, in database: Database) throws {
        let bound = kept + surplusPushes
        // Each end is found by itself: both in one query read every row.
        let span: Int64 =
            try database.first("SELECT (SELECT max(number) FROM pushes) - (SELECT min(number) FROM pushes) + 1") { $0[0] as Int64? ?? 0 } ?? 0
        guard span >= bound else { return }
        let count: Int64 = try database.first("SELECT count(*) FROM pushes") { $0[0] } ?? 0
        guard count >= bound else { return }
        let removed = min(Int(clamping: count) - kept, surplusPushesPerRemoval)
        try database.run("DELETE FROM pushes WHERE number IN (SELECT number FROM pushes ORDER BY number LIMIT ?)", removed)
        try notePushRemoval(of: database.changes, in: database)
    }

    /// The oldest ones: those before the cutoff, and as many as there are too many.
    private static func prunePushes(olderThan cutoff: Date, beyond kept: Int, in database: Database) throws -> Int {
        var removed = try database.delete(from: "pushes", key: "number", where: "at", before: cutoff)
        let count: Int64 = try database.first("SELECT count(*) FROM pushes") { $0[0] } ?? 0
        let surplus = min(Int(clamping: count) - kept, rowsPerPruneStep - removed)
        if surplus > 0 {
            try database.run("DELETE FROM pushes WHERE number IN (SELECT number FROM pushes ORDER BY number LIMIT ?)", surplus)
            removed += database.changes
        }
        try notePushRemoval(of: removed, in: database)
        return removed
    }

    /// Its id and token are remembered; what only its events knew goes with them.
    private static func pruneActivities(dismissedBefore cutoff: Date, in database: Database) throws -> Int {
        let over = try database.rows(
            "SELECT start_sequence, id, push_token, dismissed_at FROM activities WHERE dismissed_at < ? ORDER BY dismissed_at LIMIT ?",
            cutoff.milliseconds, rowsPerPruneStep
        ) { row -> (sequence: Int64, id: String, token: String, at: Int64) in (row[0], row[1], row[2], row[3]) }
        for activity in over {
            try database.run("DELETE FROM activities WHERE start_sequence = ?", activity.sequence)
            for (name, what) in [(activity.id, "activity"), (activity.token, "token")] {
                try database.run(
                    "INSERT OR REPLACE INTO tombstones (name, what, activity_id, at) VALUES (?, ?, ?, ?)", name, what, activity.id, activity.at)
            }
        }
        return over.count
    }
}

extension Database {
    /// The names are this module's own words, never a caller's.
    fileprivate func delete(from table: StaticString, key: StaticString, where column: StaticString, before date: Date) throws -> Int {
        try run(
            "DELETE FROM \(table) WHERE \(key) IN (SELECT \(key) FROM \(table) WHERE \(column) < ? ORDER BY \(column) LIMIT ?)",
            date.milliseconds, Store.rowsPerPruneStep)
        return changes
    }
}
