import Activities
import Foundation

extension Backend {
    /// An activity as http.md states it; the push token for operators only.
    func json(_ record: ActivityRecord, withToken: Bool) -> JSON {
        var object: [String: JSON] = [
            "id": .string(record.id), "kind": .string(record.kind), "attributesType": .string(kinds[record.kind]?.attributesType ?? record.kind),
            "attributes": record.attributes,
            "content": .object([
                "state": record.content.state, "staleDate": .date(record.content.staleDate),
                "relevanceScore": .whole(record.content.relevanceScore),
            ]),
            "activityState": .string(record.activityState.rawValue), "startDate": .date(record.startDate), "endDate": .date(record.endDate),
            "dismissalDate": .date(record.dismissalDate), "sequence": .integer(Int64(clamping: record.sequence)),
            "url": .string("\(baseURL)/activities/\(record.id)"), "keepAlive": record.keepAlive.map(JSON.string) ?? .null,
        ]
        if withToken { object["pushToken"] = .string(record.pushToken) }
        return .object(object)
    }

    /// One event of the log, the same in streams, in a history and in an export; never with a push token.
    func json(_ change: Change) -> JSON {
        if let settings = change.settings { return .object(["event": .string(change.event.rawValue), "settings": json(settings)]) }
        var object: [String: JSON] = [
            "event": .string(change.event.rawValue), "id": change.activityID.map(JSON.string) ?? .null,
            "sequence": .integer(Int64(clamping: change.sequence)), "at": .date(change.date),
        ]
        if let flip = change.flip { object["flip"] = .string(flip.rawValue) }
        if change.event != .delete, let record = change.activity { object["activity"] = json(record, withToken: false) }
        return .object(object)
    }

    func json(_ settings: Settings) -> JSON {
        .object([
            "activitiesEnabled": .boolean(settings.activitiesEnabled), "timeZone": settings.timeZone.map(JSON.string) ?? .null,
            "timerColor": .string(settings.timerColor), "stopwatchColor": .string(settings.stopwatchColor),
        ])
    }
}

extension JSON {
    /// ISO 8601 in UTC with milliseconds; null where there is none.
    static func date(_ date: Date?) -> JSON { date.map { .string(ISO8601.string($0)) } ?? .null }

    /// 1 rather than 1.0.
    static func whole(_ number: Double) -> JSON { Int64(exactly: number).map(JSON.integer) ?? .number(number) }
}
