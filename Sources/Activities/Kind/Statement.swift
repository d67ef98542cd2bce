import Foundation

/// What a kind states of one content, once its types are known; each is read only where it is asked for.
protocol Statement: Sendable {
    func endDate(startDate: Date, clock: WallClock) -> Date?
    func staleDate(startDate: Date) -> Date?
    /// The same of another state of the same activity; nil also where it is no longer readable.
    func staleDate(of state: JSON, startDate: Date) -> Date?
    /// `old`: nil at the start.
    func alert(after old: JSON?) -> AlertConfiguration?
}

struct KindStatement<Kind: ActivityKind>: Statement {
    let attributes: Kind.Attributes
    let state: Kind.Attributes.ContentState

    func endDate(startDate: Date, clock: WallClock) -> Date? {
        Kind.endDate(attributes: attributes, state: state, startDate: startDate, clock: clock)?.millisecondAfter
    }

    func staleDate(startDate: Date) -> Date? {
        Kind.staleDate(attributes: attributes, state: state, startDate: startDate)?.millisecondAfter
    }

    func staleDate(of state: JSON, startDate: Date) -> Date? {
        guard let state = try? JSON.decode(state, as: Kind.Attributes.ContentState.self) else { return nil }
        return Kind.staleDate(attributes: attributes, state: state, startDate: startDate)?.millisecondAfter
    }

    func alert(after old: JSON?) -> AlertConfiguration? {
        Kind.alert(attributes: attributes, from: { old.flatMap { try? JSON.decode($0, as: Kind.Attributes.ContentState.self) } }, to: state)
    }
}

extension ActivityKind {
    public static var isSingle: Bool { false }

    public static func endDate(attributes: Attributes, state: Attributes.ContentState, startDate: Date, clock: WallClock) -> Date? { nil }

    public static func staleDate(attributes: Attributes, state: Attributes.ContentState, startDate: Date) -> Date? { nil }

    public static func alert(
        attributes: Attributes, from old: () -> Attributes.ContentState?, to new: Attributes.ContentState
    ) -> AlertConfiguration? { nil }
}

extension AnyKind {
    /// What is stated of a stored record; throws `DecodingError` where it has a shape that the kind no longer reads.
    func statement(of record: ActivityRecord) throws -> any Statement { try type.statement(of: record) }
}

extension ActivityKind {
    fileprivate static func statement(of record: ActivityRecord) throws -> any Statement {
        KindStatement<Self>(
            attributes: try JSON.decode(record.attributes, as: Attributes.self),
            state: try JSON.decode(record.content.state, as: Attributes.ContentState.self))
    }
}
