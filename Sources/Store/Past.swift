import Activities
import Foundation
import SQLite

extension Store: Archive {
    public func history(of id: String, limit: Int) throws -> [Change] {
        try read { database in
            try database.rows(
                """
                SELECT sequence, event, at, flip, activity_id, record FROM events
                WHERE activity_id = ? AND event <> 'mark' ORDER BY sequence DESC LIMIT ?
                """, id, limit, as: Self.event)
        }.reversed()
    }

    public func past(_ filter: PastFilter, after place: PastPlace?, limit: Int) throws -> [ActivityRecord] {
        let from = filter.started?.lowerBound.milliseconds ?? .min
        let (until, sequence) = Self.bound(filter, place)
        return try read { database in
            guard let kind = filter.kind else {
                return try database.rows(Self.pastOfAll, from, until, sequence, limit, as: Self.record)
            }
            return try database.rows(Self.pastOfKind, kind, from, until, sequence, limit, as: Self.record)
        }
    }

    /// The nearer one of the day's end and the place: given both, an index is entered at the first that it can use, and all between is read.
    private static func bound(_ filter: PastFilter, _ place: PastPlace?) -> (startedAt: Int64, startSequence: Int64) {
        let until = filter.started?.upperBound.milliseconds ?? .max
        guard let place, place.startDate.milliseconds < until else { return (until, filter.started == nil ? .max : .min) }
        return (place.startDate.milliseconds, Int64(clamping: place.startSequence))
    }

    /// Each enters its index where the answer begins and stops where it is full; an index that did not serve it would be an error.
    static let pastOfAll = """
        SELECT record FROM activities INDEXED BY activities_past WHERE state IN ('ended', 'dismissed')
        AND started_at >= ? AND (started_at, start_sequence) < (?, ?) ORDER BY started_at DESC, start_sequence DESC LIMIT ?
        """
    static let pastOfKind = """
        SELECT record FROM activities INDEXED BY activities_past_kind WHERE state IN ('ended', 'dismissed')
        AND kind = ? AND started_at >= ? AND (started_at, start_sequence) < (?, ?) ORDER BY started_at DESC, start_sequence DESC LIMIT ?
        """

    private static func record(_ row: borrowing Row) throws -> ActivityRecord { try StoredActivity.decode(try row.json(0)) }

    public func dismissed(kind: String?, after startSequence: UInt64, limit: Int) throws -> [ActivityRecord] {
        try read { database in
            try database.rows(
                """
                SELECT record FROM activities WHERE dismissed_at IS NOT NULL AND start_sequence > ?1 AND (?2 IS NULL OR kind = ?2)
                ORDER BY start_sequence LIMIT ?3
                """, Int64(clamping: startSequence), kind, limit
            ) { row in try StoredActivity.decode(try row.json(0)) }
        }
    }
}
