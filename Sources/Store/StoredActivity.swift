import Activities
import Foundation

/// An activity as a row keeps it: keys that never change their meaning; what is missing gets a default, what is extra is ignored,
/// so that a row written before a key existed still opens.
///
/// Dates are seconds since 2001, as `Date` itself holds them: no rounding, what is loaded equals what was appended.
enum StoredActivity {
    /// Straight to bytes: every change of every activity comes through here.
    static func encode(_ record: ActivityRecord) -> [UInt8] {
        var row = StoredMembers()
        row.add("id", record.id)
        row.add("kind", record.kind)
        row.add("activityState", record.activityState.rawValue)
        row.add("token", record.pushToken)
        row.add("startSequence", record.startSequence)
        row.add("sequence", record.sequence)
        row.add("controlsSequence", record.controlsSequence)
        row.add("mark", record.timestampMark)
        row.add("start", record.startDate)
        row.add("updated", record.updatedDate)
        row.add("stale", record.content.staleDate)
        row.add("end", record.endDate)
        row.add("dismissal", record.dismissalDate)
        if let limit = record.limitDate { row.add("limit", limit) }
        row.add("staleSince", record.staleSince)
        if let keepAlive = record.keepAlive { row.add("keepAlive", keepAlive) }
        if record.content.relevanceScore != 0 { row.add("relevance", record.content.relevanceScore) }
        if !record.flips.isEmpty { row.add("flips", .array(record.flips.map(\.rawValue).sorted().map { .string($0) })) }
        if let alert = record.alert { row.add("alert", encode(alert)) }
        if let fingerprint = record.startFingerprint { row.add("fingerprint", fingerprint) }
        row.add("attributes", record.attributes)
        row.add("state", record.content.state)
        return row.closed()
    }

    /// Throws `JournalError` where what cannot be guessed is missing or no longer makes sense.
    static func decode(_ json: JSON) throws(JournalError) -> ActivityRecord {
        let row = StoredObject(json)
        let state = try row.string("activityState")
        guard let activityState = ActivityState(rawValue: state) else {
            throw JournalError(reason: "A stored activity is in a state of no meaning: \(state.prefix(20))")
        }
        let start = try row.date("start")
        let sequence = try row.sequence("sequence")
        return ActivityRecord(
            id: try row.string("id"), kind: try row.string("kind"), attributes: row["attributes"] ?? .object([:]),
            content: ActivityContent(
                state: row["state"] ?? .object([:]), staleDate: row.optionalDate("stale"), relevanceScore: row.number("relevance") ?? 0),
            activityState: activityState, startDate: start, endDate: row.optionalDate("end"),
            dismissalDate: row.optionalDate("dismissal"), limitDate: row.optionalDate("limit"), pushToken: try row.string("token"), keepAlive: row.optionalString("keepAlive"),
            startSequence: try row.sequence("startSequence"), sequence: sequence,
            controlsSequence: row.optionalSequence("controlsSequence") ?? sequence, updatedDate: row.optionalDate("updated") ?? start,
            staleSince: row.optionalDate("staleSince"), timestampMark: row.integer("mark") ?? 0, flips: flips(row["flips"]),
            alert: alert(row["alert"]), startFingerprint: row.optionalString("fingerprint"))
    }

    private static func encode(_ rung: ActivityRecord.RungAlert) -> JSON {
        .object([
            "title": .string(rung.alert.title), "body": .string(rung.alert.body), "sound": .string(rung.alert.sound),
            "sequence": JSON(rung.sequence), "date": JSON(rung.date),
        ])
    }

    /// An alert that no longer reads is none: it would not ring again anyway.
    private static func alert(_ json: JSON?) -> ActivityRecord.RungAlert? {
        guard let json else { return nil }
        let row = StoredObject(json)
        guard let sequence = row.optionalSequence("sequence"), let date = row.optionalDate("date") else { return nil }
        let alert = AlertConfiguration(
            title: row.optionalString("title") ?? "", body: row.optionalString("body") ?? "",
            sound: row.optionalString("sound") ?? "default")
        return ActivityRecord.RungAlert(alert: alert, sequence: sequence, date: date)
    }

    private static func flips(_ json: JSON?) -> Set<ActivityRecord.Flip> {
        guard case .array(let names)? = json else { return [] }
        return Set(names.compactMap { if case .string(let name) = $0 { ActivityRecord.Flip(rawValue: name) } else { nil } })
    }
}
