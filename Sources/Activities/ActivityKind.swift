import Foundation

/// A kind of activity: what apps are on a phone. One file in Kinds states all of it; nobody else knows it.
public protocol ActivityKind: Sendable {
    associatedtype Attributes: ActivityAttributes
    /// What its templates see of one activity, flat strings, numbers, Booleans, nested values; a pure function, without `now`.
    associatedtype Presentation: Codable & Sendable

    /// `pizza-delivery`: in URLs, folders and forms.
    static var kind: String { get }
    /// `PizzaDeliveryAttributes`: in pushes and the JSON API.
    static var attributesType: String { get }
    /// "Pizza delivery": on pages.
    static var title: String { get }
    /// What it shows, in one sentence, for programs (`/api/kinds`).
    static var summary: String { get }
    static var fields: [Field] { get }
    static var keepAlive: String? { get }

    /// What is wrong beyond types, a field each; empty when all is right.
    static func problems(attributes: Attributes, state: Attributes.ContentState) -> [FieldError]
    /// The instants at which its card flips by itself, from its state alone.
    static func flips(attributes: Attributes, state: Attributes.ContentState) -> [ActivityRecord.Flip: Date]
    /// The upper bound of its range; it matters for the eight-hour limit.
    static func upperBound(attributes: Attributes, state: Attributes.ContentState) -> Date?

    /// One activity at a time: a start ends the one before it, at once.
    static var isSingle: Bool { get }
    /// When the system ends it, on `clock`; nil: 8 h after the start, or at the upper bound of its range if that is later.
    static func endDate(attributes: Attributes, state: Attributes.ContentState, startDate: Date, clock: WallClock) -> Date?
    /// The stale date of content that came without one; nil: none.
    static func staleDate(attributes: Attributes, state: Attributes.ContentState, startDate: Date) -> Date?
    /// What a new state says aloud where nobody gave an alert; nil: nothing. `old` is the state before it, nil at the start, and is read only if asked
    /// for.
    static func alert(attributes: Attributes, from old: () -> Attributes.ContentState?, to new: Attributes.ContentState) -> AlertConfiguration?

    static func presentation(_ activity: Snapshot<Attributes>, clock: WallClock) -> Presentation
    /// Sample activities by name, for previews and tests, around `now`.
    static func samples(now: Date) -> [Sample<Attributes>]
    /// The line that the log gets for a change of one of its activities, in its own words; nil: none.
    static func logLine(_ event: Change.Event, _ record: ActivityRecord) -> String?
    /// What its history calls a flip, "Delivered".
    static func label(of flip: ActivityRecord.Flip) -> String

    /// `pizza`: the scheme of its app's deep links; nil: it has none.
    static var scheme: String? { get }
    /// What stands behind `scheme://`, still percent-encoded, asks for; nil: nothing that is known.
    static func deepLink(_ rest: String) -> DeepLink?
    static func contact(_ activity: Snapshot<Attributes>) -> Contact?
    /// The range along which its journey fills; nil: a kind without one.
    static func journey(attributes: Attributes, state: Attributes.ContentState) -> ClosedRange<Date>?
}

/// One activity of a known kind at one revision, typed.
public struct Snapshot<Attributes: ActivityAttributes>: Sendable {
    public let record: ActivityRecord
    public let attributes: Attributes
    public let state: Attributes.ContentState
    public init(record: ActivityRecord, attributes: Attributes, state: Attributes.ContentState) {
        self.record = record
        self.attributes = attributes
        self.state = state
    }
}

public struct Sample<Attributes: ActivityAttributes>: Sendable {
    public let name: String
    public let attributes: Attributes
    public let state: Attributes.ContentState
    public let activityState: ActivityState
    public let flips: Set<ActivityRecord.Flip>
    public init(
        _ name: String, attributes: Attributes, state: Attributes.ContentState, activityState: ActivityState = .active,
        flips: Set<ActivityRecord.Flip> = []
    ) {
        self.name = name
        self.attributes = attributes
        self.state = state
        self.activityState = activityState
        self.flips = flips
    }
}

/// Writes instants as people of one time zone read them ("18:42"); a value, not a clock.
public struct WallClock: Sendable {
    public let timeZone: TimeZone
    public init(timeZone: TimeZone) { self.timeZone = timeZone }
}
