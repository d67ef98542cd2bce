import Foundation

/// A kind whose types are not known here: everything that can be asked of it goes by JSON.
public struct AnyKind: Sendable {
    public let type: any ActivityKind.Type

    public init(_ type: any ActivityKind.Type) { self.type = type }

    public var kind: String { type.kind }
    public var attributesType: String { type.attributesType }
    public var title: String { type.title }
    public var summary: String { type.summary }
    public var fields: [Field] { type.fields }
    public var keepAlive: String? { type.keepAlive }

    /// Its presentation's type, from which the shape that templates may name is derived.
    public var presentationType: any (Codable & Sendable).Type { type.presentationType }

    /// What its templates see; throws `DecodingError` where a stored record has a shape that the kind no longer reads.
    public func presentation(of record: ActivityRecord, clock: WallClock) throws -> any Codable & Sendable {
        try type.presentation(of: record, clock)
    }

    /// What its samples look like as records around `now`, for previews and tests; each has an id of its own, the same at every call.
    public func samples(now: Date) throws -> [SampleRecord] { try type.sampleRecords(now) }

    /// The line that the log gets for a change of one of its activities; nil: none.
    public func logLine(_ event: Change.Event, _ record: ActivityRecord) -> String? { type.logLine(event, record) }

    /// What its history calls a flip.
    public func label(of flip: ActivityRecord.Flip) -> String { type.label(of: flip) }

    /// "Pizza delivery details: <id> -> PizzaDeliveryAttributes(…)", for the log's "show all".
    public func details(of record: ActivityRecord) -> String {
        "\(title) details: \(record.shortID) -> \(type.text(of: record.attributes))"
    }

    /// The instants of a stored record, by its kind; none where it is no longer readable.
    public func instants(of record: ActivityRecord) -> KindInstants {
        (try? type.instants(of: record)) ?? .none
    }
}

/// Where the types are known again.
extension ActivityKind {
    fileprivate static var presentationType: any (Codable & Sendable).Type { Presentation.self }

    fileprivate static func snapshot(of record: ActivityRecord) throws -> Snapshot<Attributes> {
        Snapshot(
            record: record, attributes: try JSON.decode(record.attributes, as: Attributes.self),
            state: try JSON.decode(record.content.state, as: Attributes.ContentState.self))
    }

    fileprivate static func presentation(of record: ActivityRecord, _ clock: WallClock) throws -> any Codable & Sendable {
        presentation(try snapshot(of: record), clock: clock)
    }

    fileprivate static func instants(of record: ActivityRecord) throws -> KindInstants {
        let snapshot = try snapshot(of: record)
        return KindInstants(Self.self, snapshot.attributes, snapshot.state)
    }

    fileprivate static func text(of attributes: JSON) -> String {
        guard let typed = try? JSON.decode(attributes, as: Attributes.self) else {
            return String(decoding: attributes.bytes, as: UTF8.self)
        }
        return String(describing: typed)
    }

    fileprivate static func sampleRecords(_ now: Date) throws -> [SampleRecord] {
        try samples(now: now).enumerated().map { index, sample in
            SampleRecord(name: sample.name, record: try sample.record(of: Self.self, index: index, now: now))
        }
    }
}

/// A sample as the templates get it.
public struct SampleRecord: Sendable {
    public let name: String
    public let record: ActivityRecord
}

/// When a card flips by itself, and until when its range goes; whole milliseconds, rounded up.
public struct KindInstants: Sendable, Hashable {
    public let flips: [ActivityRecord.Flip: Date]
    public let upperBound: Date?

    static let none = KindInstants(flips: [:], upperBound: nil)

    init(flips: [ActivityRecord.Flip: Date], upperBound: Date?) {
        self.flips = flips
        self.upperBound = upperBound
    }

    init<K: ActivityKind>(_ kind: K.Type, _ attributes: K.Attributes, _ state: K.Attributes.ContentState) {
        flips = K.flips(attributes: attributes, state: state).mapValues(\.millisecondAfter)
        upperBound = K.upperBound(attributes: attributes, state: state)?.millisecondAfter
    }

    /// The flips that have happened by then.
    func passed(by now: Date) -> Set<ActivityRecord.Flip> { Set(flips.filter { $0.value <= now }.keys) }
}

extension Sample {
    fileprivate func record<K: ActivityKind>(of kind: K.Type, index: Int, now: Date) throws -> ActivityRecord
    where K.Attributes == Attributes {
        let isOver = activityState == .ended || activityState == .dismissed
        return ActivityRecord(
            id: "sample-\(K.kind)-\(index + 1)", kind: K.kind, attributes: try JSON.encode(attributes),
            content: ActivityContent(state: try JSON.encode(state), staleDate: activityState == .stale ? now : nil),
            activityState: activityState, startDate: activityState == .pending ? now.after(60) : now, endDate: isOver ? now : nil,
            dismissalDate: isOver ? now.after(Limits.lingering) : nil, pushToken: "", keepAlive: K.keepAlive,
            startSequence: UInt64(index + 1),
            sequence: UInt64(index + 1), controlsSequence: UInt64(index + 1), updatedDate: now,
            staleSince: activityState == .stale ? now : nil, timestampMark: now.wholeSeconds, flips: flips)
    }
}
