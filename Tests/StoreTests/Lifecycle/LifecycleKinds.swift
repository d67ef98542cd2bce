import Activities
import Foundation

struct NoteAttributes: ActivityAttributes {
    struct ContentState: Codable, Sendable, Hashable {
        var note: String
        var until: Date?
    }
}

/// Kinds with nothing but a note, each with one thing of its own that it states.
protocol NoteKind: ActivityKind where Attributes == NoteAttributes, Presentation == NoteAttributes.ContentState {}

extension NoteKind {
    static var attributesType: String { kind }
    static var title: String { kind }
    static var summary: String { kind }
    static var fields: [Field] { [Field("note", label: "Note", .state, .text(maximum: 5000), isOptional: true)] }
    static var keepAlive: String? { nil }
    static func problems(attributes: NoteAttributes, state: NoteAttributes.ContentState) -> [FieldError] { [] }
    static func flips(attributes: NoteAttributes, state: NoteAttributes.ContentState) -> [ActivityRecord.Flip: Date] { [:] }
    static func upperBound(attributes: NoteAttributes, state: NoteAttributes.ContentState) -> Date? { nil }
    static func presentation(_ activity: Snapshot<NoteAttributes>, clock: WallClock) -> NoteAttributes.ContentState { activity.state }
    static func samples(now: Date) -> [Sample<NoteAttributes>] { [] }
}

enum Lap: NoteKind { static let kind = "lap" }
enum Errand: NoteKind { static let kind = "errand" }

/// Ends at the next local midnight.
enum Today: NoteKind {
    static let kind = "today"
    static func endDate(attributes: NoteAttributes, state: NoteAttributes.ContentState, startDate: Date, clock: WallClock) -> Date? {
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = clock.timeZone
        return calendar.dateInterval(of: .day, for: startDate)?.end
    }
}

/// One at a time.
enum Single: NoteKind {
    static let kind = "single"
    static let isSingle = true
}

/// Stale half an hour after its start, or later if it goes on longer.
enum Countdown: NoteKind {
    static let kind = "countdown"
    static func staleDate(attributes: NoteAttributes, state: NoteAttributes.ContentState, startDate: Date) -> Date? {
        max(startDate.addingTimeInterval(1800), state.until ?? startDate)
    }
}

/// Says each new note aloud, the first one too.
enum Loud: NoteKind {
    static let kind = "loud"
    static func alert(
        attributes: NoteAttributes, from old: () -> NoteAttributes.ContentState?, to new: NoteAttributes.ContentState
    ) -> AlertConfiguration? {
        old()?.note == new.note ? nil : AlertConfiguration(title: new.note, body: "")
    }
}

extension StartRequest {
    static func pizza(
        _ driver: String = "TIM", minutes: Double = 15, staleDate: Date? = nil, relevance: Double = 0, startDate: Date? = nil,
        alert: AlertConfiguration? = nil
    ) -> StartRequest {
        StartRequest(
            kind: "pizza-delivery", payload: .fields(["driverName": .text(driver), "estimatedDeliveryTime": .minutesFromNow(minutes)]),
            staleDate: staleDate, relevanceScore: relevance, startDate: startDate, alert: alert)
    }

    static func note(
        _ kind: any NoteKind.Type, _ note: String = "", until: Date? = nil, staleDate: Date? = nil, startDate: Date? = nil,
        alert: AlertConfiguration? = nil
    ) -> StartRequest {
        StartRequest(
            kind: kind.kind, payload: .encoded(attributes: .object([:]), state: .note(note, until: until)), staleDate: staleDate,
            startDate: startDate, alert: alert)
    }
}

extension JSON {
    static func note(_ note: String, until: Date? = nil) -> JSON {
        .object(["note": .string(note), "until": until.map { .string(ISO8601.string($0)) } ?? .null])
    }
}

extension ContentUpdate {
    static func driver(
        _ name: String, minutes: Double? = nil, staleDate: Date?? = nil, alert: AlertConfiguration? = nil, timestamp: Int64? = nil
    ) -> ContentUpdate {
        var fields: [String: FieldValue] = ["driverName": .text(name)]
        if let minutes { fields["estimatedDeliveryTime"] = .minutesFromNow(minutes) }
        return ContentUpdate(state: .merge(fields), staleDate: staleDate, alert: alert, timestamp: timestamp)
    }

    static func note(_ note: String, until: Date? = nil, staleDate: Date?? = nil) -> ContentUpdate {
        ContentUpdate(state: .replace(.note(note, until: until)), staleDate: staleDate)
    }
}
