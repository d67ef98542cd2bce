import Foundation

/// What somebody wants changed; the only way in.
public enum Command: Sendable {
    case request(StartRequest)
    case update(id: String, ContentUpdate)
    case end(id: String, EndRequest)
    /// Ends all running ones of a kind, dismissed immediately; `deliveredOnly`: those past the upper bound of their range.
    case endAll(kind: String, deliveredOnly: Bool)
    /// An ended one goes, for everyone.
    case dismiss(id: String)
    /// A new push token; the old one is out of service.
    case rotateToken(id: String)
    /// Forgets it whole, with all that happened to it.
    case delete(id: String)
    case changeSettings(SettingsChange)
    /// What fell due until now happens, in order; the timekeeper's command.
    case letTimePass
}

/// Attributes and state as a form's typed fields or as JSON that already has the stored shape.
public enum Payload: Sendable {
    case fields([String: FieldValue])
    case encoded(attributes: JSON, state: JSON)
}

public struct StartRequest: Sendable {
    public var kind: String
    public var payload: Payload
    public var staleDate: Date?
    public var relevanceScore: Double
    public var startDate: Date?
    public var alert: AlertConfiguration?
    public var keepAlive: String?
    /// The same key within 24 h answers with the activity that the first one started.
    public var idempotencyKey: String?
    /// Says whether a repeat asks for the same, such as a hash of the body; at most `Limits.idempotencyFingerprintBytes` bytes. nil: not compared.
    public var idempotencyFingerprint: String?
    /// Whole Unix seconds by the sender's clock, from which on its updates count; nil, or too far ahead: now.
    public var timestamp: Int64?
    public init(
        kind: String, payload: Payload, staleDate: Date? = nil, relevanceScore: Double = 0, startDate: Date? = nil,
        alert: AlertConfiguration? = nil, keepAlive: String? = nil, idempotencyKey: String? = nil, idempotencyFingerprint: String? = nil,
        timestamp: Int64? = nil
    ) {
        self.kind = kind
        self.payload = payload
        self.staleDate = staleDate
        self.relevanceScore = relevanceScore
        self.startDate = startDate
        self.alert = alert
        self.keepAlive = keepAlive
        self.idempotencyKey = idempotencyKey
        self.idempotencyFingerprint = idempotencyFingerprint
        self.timestamp = timestamp
    }
}

public struct ContentUpdate: Sendable {
    public enum State: Sendable {
        /// Only these fields change, the others stay; decided against the state that is then the newest.
        case merge([String: FieldValue])
        case replace(JSON)
    }
    public var state: State
    /// nil: stays as it is, but a date that has passed (the activity is stale) goes; `.some(nil)`: none any more.
    public var staleDate: Date??
    public var relevanceScore: Double?
    public var alert: AlertConfiguration?
    /// Whole Unix seconds; nil: never too late.
    public var timestamp: Int64?
    /// The sequence that the caller saw; another one by now is `.overtaken`.
    public var expectedSequence: UInt64?
    public init(
        state: State, staleDate: Date?? = nil, relevanceScore: Double? = nil, alert: AlertConfiguration? = nil, timestamp: Int64? = nil,
        expectedSequence: UInt64? = nil
    ) {
        self.state = state
        self.staleDate = staleDate
        self.relevanceScore = relevanceScore
        self.alert = alert
        self.timestamp = timestamp
        self.expectedSequence = expectedSequence
    }
}

public enum ActivityUIDismissalPolicy: Sendable, Hashable {
    case `default`, immediate
    case after(Date)
    /// From the moment at which it is decided.
    case afterMinutes(Double)
}

public struct EndRequest: Sendable {
    public var state: ContentUpdate.State?
    public var policy: ActivityUIDismissalPolicy
    public var timestamp: Int64?
    public init(state: ContentUpdate.State? = nil, policy: ActivityUIDismissalPolicy = .default, timestamp: Int64? = nil) {
        self.state = state
        self.policy = policy
        self.timestamp = timestamp
    }
}

/// What is nil stays as it is.
public struct SettingsChange: Sendable {
    public enum TimeZone: Sendable, Hashable {
        case machine
        /// An IANA name.
        case named(String)
    }

    public var activitiesEnabled: Bool?
    public var timeZone: TimeZone?
    public var timerColor: String?
    public var stopwatchColor: String?
    public init(activitiesEnabled: Bool? = nil, timeZone: TimeZone? = nil, timerColor: String? = nil, stopwatchColor: String? = nil) {
        self.activitiesEnabled = activitiesEnabled
        self.timeZone = timeZone
        self.timerColor = timerColor
        self.stopwatchColor = stopwatchColor
    }
}

public struct Settings: Sendable, Hashable, Codable {
    public var activitiesEnabled = true
    /// An IANA name; nil: the machine's.
    public var timeZone: String?
    public var timerColor = "#ff9f0a"
    public var stopwatchColor = "#30d158"
    public init() {}
}

/// What became of a command.
public struct Outcome: Sendable {
    /// The activity or activities as they are now; of an idempotent repeat, the first one's.
    public var activities: [ActivityRecord]
    /// False: equal to what is shown, older than the last, or a repeat; nothing was written but perhaps the mark.
    public var changed: Bool
    public var warning: String?
    /// Its `timestamp` was too old or too far ahead, `warning` says which: nothing of it was looked at.
    public var isIgnored: Bool
    public init(activities: [ActivityRecord] = [], changed: Bool, warning: String? = nil, isIgnored: Bool = false) {
        self.activities = activities
        self.changed = changed
        self.warning = warning
        self.isIgnored = isIgnored
    }
}
