import Activities
import Foundation
import SQLite

extension Store: PushLog {
    public func keep(_ receipts: [PushReceipt]) throws -> [PushReceipt] { try keep(receipts, amongNewest: Self.keptPushes) }

    /// The same with a bound of its own, for tests.
    func keep(_ receipts: [PushReceipt], amongNewest kept: Int) throws -> [PushReceipt] {
        try write { database in
            let numbered = try receipts.compactMap { receipt in try Self.keep(receipt, in: database) }
            try Self.forgetSurplusPushes(beyond: kept, in: database)
            return numbered
        }
    }

    /// nil: its activity was deleted while the receipt waited, and takes it along.
    private static func keep(_ receipt: PushReceipt, in database: Database) throws -> PushReceipt? {
        try database.run(
            """
            INSERT INTO pushes (at, activity_id, record) SELECT ?1, ?2, ?3
            WHERE (SELECT event FROM events WHERE activity_id = ?2 ORDER BY sequence DESC LIMIT 1) IS NOT 'delete'
            """, receipt.date.milliseconds, receipt.activityID, StoredJSON.encode(StoredReceipt.encode(receipt)))
        guard database.changes > 0 else { return nil }
        var kept = receipt
        kept.number = try database.first("SELECT last_insert_rowid()") { row in UInt64(clamping: row[0] as Int64) } ?? 0
        return kept
    }

    public func receipts(before number: UInt64?, limit: Int) throws -> [PushReceipt] {
        try read { database in
            try database.rows(
                "SELECT number, at, activity_id, record FROM pushes WHERE number < ? ORDER BY number DESC LIMIT ?",
                number.map { Int64(clamping: $0) } ?? .max, limit, as: Self.receipt)
        }
    }

    public func receipts(after number: UInt64, limit: Int) throws -> [PushReceipt] {
        try read { database in
            try database.rows(
                "SELECT number, at, activity_id, record FROM pushes WHERE number > ? ORDER BY number LIMIT ?", Int64(clamping: number),
                limit,
                as: Self.receipt)
        }
    }

    public func lastNumber() throws -> UInt64 {
        try read { database in
            try database.first("SELECT seq FROM sqlite_sequence WHERE name = 'pushes'") { row in UInt64(clamping: row[0] as Int64) } ?? 0
        }
    }

    public func lastRemoval() throws -> UInt64 {
        try read { database in UInt64(clamping: try Meta.lastPushRemoval(of: database)) }
    }

    /// After the deletion of `count` receipts, in its transaction: a reader from before it must be told.
    static func notePushRemoval(of count: Int, in database: Database) throws {
        guard count > 0 else { return }
        try database.run("UPDATE sqlite_sequence SET seq = seq + 1 WHERE name = 'pushes'")
        let number: Int64? = try database.first("SELECT seq FROM sqlite_sequence WHERE name = 'pushes'") { $0[0] }
        if let number { try Meta.setLastPushRemoval(number, in: database) }
    }

    private static func receipt(_ row: borrowing Row) throws -> PushReceipt {
        StoredReceipt.decode(
            try row.json(3), number: UInt64(clamping: row[0] as Int64), date: Date(milliseconds: row[1]), activityID: row[2])
    }
}

/// What of a push receipt stands in no column of its own.
enum StoredReceipt {
    static func encode(_ receipt: PushReceipt) -> JSON {
        var object: [String: JSON] = [
            "size": .integer(Int64(receipt.size)), "status": .integer(Int64(receipt.status)), "apnsID": .string(receipt.apnsID),
            "outcome": .string(receipt.outcome), "changed": .boolean(receipt.changed),
        ]
        object["kind"] = receipt.kind.map(JSON.string)
        object["event"] = receipt.event.map(JSON.string)
        object["reason"] = receipt.reason.map(JSON.string)
        return .object(object)
    }

    static func decode(_ json: JSON, number: UInt64, date: Date, activityID: String?) -> PushReceipt {
        let row = StoredObject(json)
        return PushReceipt(
            number: number, date: date, activityID: activityID, kind: row.optionalString("kind"), event: row.optionalString("event"),
            size: Int(clamping: row.integer("size") ?? 0), status: Int(clamping: row.integer("status") ?? 0),
            reason: row.optionalString("reason"), apnsID: row.optionalString("apnsID") ?? "", outcome: row.optionalString("outcome") ?? "",
            changed: row.boolean("changed") ?? false)
    }
}
