import Activities
import Foundation

/// An activity as a row keeps it: keys that never change their meaning; what is missing gets a default, what is extra is ignored,
/// so that a row written before a key existed still opens.
///
/// Dates are seconds since 2001, as `Date` itself holds them: no rounding, what is loaded equals what was appended.
enum StoredActivity {
    static func encode(_ record: ActivityRecord) -> JSON {
        var object: [String: JSON] = [
            "id": .string(record.id), "kind": .string(record.kind), "attributes": record.attributes, "state": record.content.state,
            "activityState": .string(record.activityState.rawValue), "start": JSON(record.startDate), "token": .string(record.pushToken),
            "startSequence": JSON(record.startSequence), "sequence": JSON(record.sequence),
            "controlsSequence": JSON(record.controlsSequence), "updated": JSON(record.updatedDate),
            "mark": .integer(record.timestampMark),
        ]
        object["stale"] = record.content.staleDate.map { JSON($0) }
        object["end"] = record.endDate.map { JSON($0) }
        object["dismissal"] = record.dismissalDate.map { JSON($0) }
        object["staleSince"] = record.staleSince.map { JSON($0) }
        object["keepAlive"] = record.keepAlive.map { .string($0) }
        object["alert"] = record.alert.map(encode)
        if record.content.relevanceScore != 0 { object["relevance"] = JSON(finite: record.content.relevanceScore) }
        if !record.flips.isEmpty { object["flips"] = .array(record.flips.map(\.rawValue).sorted().map { .string($0) }) }
        return .object(object)
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
            dismissalDate: row.optionalDate("dismissal"), pushToken: try row.string("token"), keepAlive: row.optionalString("keepAlive"),
            startSequence: try row.sequence("startSequence"), sequence: sequence,
            controlsSequence: row.optionalSequence("controlsSequence") ?? sequence, updatedDate: row.optionalDate("updated") ?? start,
            staleSince: row.optionalDate("staleSince"), timestampMark: row.integer("mark") ?? 0, flips: flips(row["flips"]),
            alert: alert(row["alert"]))
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
