import Foundation

/// One durable event: what happened to one activity (or to the settings), and the whole of it afterwards.
public struct Change: Sendable, Hashable {
    public enum Event: String, Sendable, Codable {
        case start, activate, update, flip, stale, end, dismiss, settings, delete
        /// Only what no viewer is shown moved, the `timestamp` mark (a no-op moves it too), the push token or the system's instant of the end: the
        /// journal stores the record, the log shows nothing.
        case mark
    }

    /// Its place in the order of all changes; given by the writer, never used twice.
    public let sequence: UInt64
    public let event: Event
    public let date: Date
    public let flip: ActivityRecord.Flip?
    /// nil only for `settings`.
    public let activityID: String?
    /// The whole of it afterwards, of a deleted one what it was; nil for `settings`, and for `delete` and `mark` as the log gives them back.
    public let activity: ActivityRecord?
    public let settings: Settings?
    /// Commits with its start.
    public let idempotencyKey: String?
    /// What its kind says of the activity afterwards, where the decision knew; nobody needs to read the content again.
    let instants: KindInstants?

    public init(
        sequence: UInt64, event: Event, date: Date, flip: ActivityRecord.Flip? = nil, activity: ActivityRecord? = nil,
        settings: Settings? = nil, idempotencyKey: String? = nil
    ) {
        self.init(
            sequence: sequence, event: event, date: date, flip: flip, activityID: activity?.id, activity: activity, settings: settings,
            idempotencyKey: idempotencyKey, instants: nil)
    }

    /// As the log gives it back: a deletion knows no more than the id.
    public init(
        sequence: UInt64, event: Event, date: Date, flip: ActivityRecord.Flip?, activityID: String?, activity: ActivityRecord?,
        settings: Settings?
    ) {
        self.init(
            sequence: sequence, event: event, date: date, flip: flip, activityID: activityID, activity: activity, settings: settings,
            idempotencyKey: nil, instants: nil)
    }

    init(
        sequence: UInt64, event: Event, date: Date, flip: ActivityRecord.Flip? = nil, activityID: String?, activity: ActivityRecord?,
        settings: Settings? = nil, idempotencyKey: String? = nil, instants: KindInstants?
    ) {
        self.sequence = sequence
        self.event = event
        self.date = date
        self.flip = flip
        self.activityID = activityID
        self.activity = activity
        self.settings = settings
        self.idempotencyKey = idempotencyKey
        self.instants = instants
    }
}
