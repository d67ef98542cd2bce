import Foundation

/// One activity of any kind, whole, as the journal keeps it and the board shows it.
public struct ActivityRecord: Sendable, Hashable {
    /// A random UUID in lower case; knowing it is the right to look.
    public let id: String
    /// The name of its kind, `pizza-delivery`.
    public let kind: String
    public let attributes: JSON
    public var content: ActivityContent<JSON>
    public var activityState: ActivityState
    /// When it starts or started; in the future while pending.
    public let startDate: Date
    public var endDate: Date?
    /// When an ended one goes; the past once it is dismissed.
    public var dismissalDate: Date?
    /// When the system ends it, where its kind states an instant of its own; decided in the time zone of then.
    public var limitDate: Date?
    /// 32 random bytes in hex, for pushes; never shown to viewers.
    public var pushToken: String
    /// What keeps a hidden tab on time: `worker`, `sound` or nil.
    public var keepAlive: String?
    /// The order of starts: the sequence of the change that made it.
    public let startSequence: UInt64
    /// The sequence of the last change.
    public var sequence: UInt64
    /// The sequence of the last change of what an operator may do with it (its controls).
    public var controlsSequence: UInt64
    /// When the content last changed, for "updated n s ago".
    public var updatedDate: Date
    /// When it became stale, while it is.
    public var staleSince: Date?
    /// The last accepted `timestamp`, whole Unix seconds.
    public var timestampMark: Int64
    /// The flips of the present range that have happened, for the card to be drawn as past them.
    public var flips: Set<Flip>
    /// The last alert and when it rang; state, so that a slow reader cannot miss it.
    public var alert: RungAlert?
    /// What its start asked for, where a key says that it may be asked again (`StartRequest.idempotencyFingerprint`).
    public let startFingerprint: String?

    /// An instant at which a card changes its look by itself.
    public enum Flip: String, Sendable, Codable, CaseIterable { case midpoint, end }

    public struct RungAlert: Sendable, Hashable, Codable {
        public let alert: AlertConfiguration
        public let sequence: UInt64
        public let date: Date
        public init(alert: AlertConfiguration, sequence: UInt64, date: Date) {
            self.alert = alert
            self.sequence = sequence
            self.date = date
        }
    }

    public init(
        id: String, kind: String, attributes: JSON, content: ActivityContent<JSON>, activityState: ActivityState, startDate: Date,
        endDate: Date? = nil, dismissalDate: Date? = nil, limitDate: Date? = nil, pushToken: String, keepAlive: String? = nil, startSequence: UInt64,
        sequence: UInt64, controlsSequence: UInt64, updatedDate: Date, staleSince: Date? = nil, timestampMark: Int64,
        flips: Set<Flip> = [], alert: RungAlert? = nil, startFingerprint: String? = nil
    ) {
        self.id = id
        self.kind = kind
        self.attributes = attributes
        self.content = content
        self.activityState = activityState
        self.startDate = startDate
        self.endDate = endDate
        self.dismissalDate = dismissalDate
        self.limitDate = limitDate
        self.pushToken = pushToken
        self.keepAlive = keepAlive
        self.startSequence = startSequence
        self.sequence = sequence
        self.controlsSequence = controlsSequence
        self.updatedDate = updatedDate
        self.staleSince = staleSince
        self.timestampMark = timestampMark
        self.flips = flips
        self.alert = alert
        self.startFingerprint = startFingerprint
    }
}
