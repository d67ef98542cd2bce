import Activities
import Foundation
import SQLite

extension Store: Archive {
    public func history(of id: String, limit: Int) throws -> [Change] {
        try read { database in
            try database.rows(
                """
                SELECT sequence, event, at, flip, activity_id, record FROM events
                WHERE activity_id = ? ORDER BY sequence DESC LIMIT ?
                """, id, limit, as: Self.event)
        }.reversed()
    }

    public func past(_ filter: PastFilter, after place: PastPlace?, limit: Int) throws -> [ActivityRecord] {
        let (from, until) = (filter.started?.lowerBound.milliseconds ?? .min, filter.started?.upperBound.milliseconds ?? .max)
        let (start, sequence) = (place?.startDate.milliseconds ?? .max, place.map { Int64(clamping: $0.startSequence) } ?? .max)
        return try read { database in
            try database.rows(
                """
                SELECT record FROM activities WHERE state IN ('ended', 'dismissed') AND started_at >= ?1 AND started_at < ?2
                AND (started_at, start_sequence) < (?3, ?4) AND (?5 IS NULL OR kind = ?5)
                ORDER BY started_at DESC, start_sequence DESC LIMIT ?6
                """, from, until, start, sequence, filter.kind, limit
            ) { row in try StoredActivity.decode(try row.json(0)) }
        }
    }

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
