import Foundation

extension ActivityKind {
    public static var scheme: String? { nil }
    public static func deepLink(_ rest: String) -> DeepLink? { nil }
    public static func contact(_ activity: Snapshot<Attributes>) -> Contact? { nil }
    public static func journey(attributes: Attributes, state: Attributes.ContentState) -> ClosedRange<Date>? { nil }
}

extension AnyKind {
    public var scheme: String? { type.scheme }
    public func deepLink(_ rest: String) -> DeepLink? { type.deepLink(rest) }

    /// Throws `DecodingError` where a stored record has a shape that the kind no longer reads; so does `journey(of:)`.
    public func contact(of record: ActivityRecord) throws -> Contact? { try type.contact(of: record) }
    public func journey(of record: ActivityRecord) throws -> ClosedRange<Date>? { try type.journey(of: record) }
}

extension ActivityKind {
    fileprivate static func contact(of record: ActivityRecord) throws -> Contact? { contact(try snapshot(of: record)) }

    fileprivate static func journey(of record: ActivityRecord) throws -> ClosedRange<Date>? {
        let activity = try snapshot(of: record)
        return journey(attributes: activity.attributes, state: activity.state)
    }

    private static func snapshot(of record: ActivityRecord) throws -> Snapshot<Attributes> {
        Snapshot(
            record: record, attributes: try JSON.decode(record.attributes, as: Attributes.self),
            state: try JSON.decode(record.content.state, as: Attributes.ContentState.self))
    }
}
