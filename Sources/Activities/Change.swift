import Foundation

/// One durable event: what happened to one activity (or to the settings), and the whole of it afterwards.
public struct Change: Sendable {
    public enum Event: String, Sendable, Codable {
        case start, activate, update, flip, stale, end, dismiss, settings, delete
        /// Only the `timestamp` mark of an activity moved (a no-op moves it too): the journal stores the record, the log shows nothing.
        case mark
    }

    /// Its place in the order of all changes; given by the writer, never used twice.
    public let sequence: UInt64
    public let event: Event
    public let date: Date
    public let flip: ActivityRecord.Flip?
    /// nil only for `settings`.
    public let activity: ActivityRecord?
    public let settings: Settings?
    /// Commits with its start.
    public let idempotencyKey: String?

    public init(
        sequence: UInt64, event: Event, date: Date, flip: ActivityRecord.Flip? = nil, activity: ActivityRecord? = nil,
        settings: Settings? = nil, idempotencyKey: String? = nil
    ) {
        self.sequence = sequence
        self.event = event
        self.date = date
        self.flip = flip
        self.activity = activity
        self.settings = settings
        self.idempotencyKey = idempotencyKey
    }
}
