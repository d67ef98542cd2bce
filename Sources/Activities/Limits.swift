import Foundation

/// The bounds that decisions keep (activitykit.md, "Limits and errors"); a shop has hundreds of orders, so they are high.
public struct Limits: Sendable {
    /// How many may be pending or running in all.
    public var activities: Int
    /// How many of one kind.
    public var activitiesPerKind: Int

    public init(activities: Int = 250_000, activitiesPerKind: Int = 250_000) {
        self.activities = activities
        self.activitiesPerKind = activitiesPerKind
    }

    /// Attributes and content state together, as JSON in UTF-8.
    public static let payloadBytes = 4096
    /// An alert's title or body, in bytes; it is kept with the activity.
    public static let alertBytes = 1024
    /// A timestamp that lies further ahead counts as now.
    public static let timestampSlack: TimeInterval = 60
    /// A timestamp that lies further ahead is ignored.
    public static let timestampReach: TimeInterval = 8 * 3600
    /// How long an activity runs, unless its range is longer.
    public static let running: TimeInterval = 8 * 3600
    /// How long an ended one stays on the Lock Screen at most.
    public static let lingering: TimeInterval = 4 * 3600
    /// Dates further from now are taken for a mistake of epoch or unit: ten years.
    public static let farthest: TimeInterval = 10 * 366 * 86_400
    /// What falls due in one turn; the rest in the next, so that commands between them wait no longer than that.
    public static let dueAtOnce = 4096
    /// Commands that may wait for a turn.
    public static let waitingCommands = 16_384
    public static let idempotencyKeyBytes = 255
    /// Room for a hash in hex; it is kept with the activity.
    public static let idempotencyFingerprintBytes = 128
}
