import Activities
import Foundation
import SQLite

extension Store {
    /// The events after a sequence, oldest first, at most `limit`; complete only where `after` is not below `horizon()`.
    public func events(after sequence: UInt64, limit: Int) throws -> [Change] {
        try read { database in
            try database.rows(
                "SELECT sequence, event, at, flip, activity_id, record FROM events WHERE sequence > ? AND event <> 'mark' ORDER BY sequence LIMIT ?",
                Int64(clamping: sequence), limit, as: Self.event)
        }
    }

    /// The events of one activity after a sequence, oldest first, at most `limit`.
    public func events(of id: String, after sequence: UInt64, limit: Int) throws -> [Change] {
        try read { database in
            try database.rows(
                """
                SELECT sequence, event, at, flip, activity_id, record FROM events
                WHERE activity_id = ? AND sequence > ? AND event <> 'mark' ORDER BY sequence LIMIT ?
                """, id, Int64(clamping: sequence), limit, as: Self.event)
        }
    }

    /// Up to this sequence events may be gone: whoever is further behind starts anew.
    public func horizon() throws -> UInt64 { try read { UInt64(clamping: try Meta.horizon(of: $0)) } }

    static func event(_ row: borrowing Row) throws -> Change {
        let name: String = row[1]
        guard let event = Change.Event(rawValue: name) else { throw JournalError(reason: "An event of no meaning is stored: \(name.prefix(20))") }
        let id: String? = row[4]
        let hasRecord = (row[5] as String?) != nil
        let flip: String? = row[3]
        return Change(
            sequence: UInt64(clamping: row[0] as Int64), event: event, date: Date(milliseconds: row[2]),
            flip: flip.flatMap(ActivityRecord.Flip.init), activityID: id,
            activity: hasRecord && event != .settings ? try StoredActivity.decode(try row.json(5)) : nil,
            settings: hasRecord && event == .settings ? StoredSettings.decode(try row.json(5)) : nil)
    }
}
