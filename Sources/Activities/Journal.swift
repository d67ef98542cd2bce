import Foundation

/// Where changes become durable. Called by the ActivityCenter alone, on its executor; reads may come from any thread.
///
/// A turn is *catch up, decide, append, commit*; with one server there is never anything to catch up with.
public protocol Journal: Sendable {
    /// Names the store: ids of streams survive a restart, and change only when the store is new, restored or `:memory:`.
    var epoch: String { get }
    /// Everything that is not dismissed, the settings, the last sequence used, and what changed before it.
    func load() throws -> Loaded
    /// Makes all of them durable in one transaction, or none; returns only after COMMIT. Throws `JournalError`.
    func append(_ changes: [Change]) throws
    /// A past activity that the board no longer holds; nil: never known, deleted, or beyond retention and forgotten.
    func activity(_ id: String) throws -> ActivityRecord?
    /// The activity that a key started within the last 24 hours before `now`.
    func activityStarted(by idempotencyKey: String, now: Date) throws -> ActivityRecord?
    /// The push-to-start token of each kind: the one that is kept, else the proposed one, which is kept from now on. Throws `JournalError`.
    func pushToStartTokens(proposed: [String: String]) throws -> [String: String]
}

public struct Loaded: Sendable {
    public var activities: [ActivityRecord]
    public var settings: Settings
    public var lastSequence: UInt64
    /// The newest changes, oldest first, at most `Board.keptChanges`, marks left out: streams go on over a restart.
    public var recentChanges: [RecentChange]
    /// A cursor before this one has missed changes that `recentChanges` does not name.
    public var floor: UInt64

    /// Without the past the floor is the last sequence: whoever comes back starts anew.
    public init(
        activities: [ActivityRecord], settings: Settings, lastSequence: UInt64, recentChanges: [RecentChange] = [], floor: UInt64? = nil
    ) {
        self.activities = activities
        self.settings = settings
        self.lastSequence = lastSequence
        self.recentChanges = recentChanges
        self.floor = floor ?? lastSequence
    }
}

/// That something changed, not what became of it.
public struct RecentChange: Sendable, Hashable {
    public let sequence: UInt64
    /// nil for the settings.
    public let activityID: String?

    public init(sequence: UInt64, activityID: String?) {
        self.sequence = sequence
        self.activityID = activityID
    }
}

/// Why nothing was stored; `isFull` decides between 507 and 503.
public struct JournalError: Error, Sendable, CustomStringConvertible {
    public let reason: String
    public let isFull: Bool
    public var description: String { reason }
    public init(reason: String, isFull: Bool = false) {
        self.reason = reason
        self.isFull = isFull
    }
}
