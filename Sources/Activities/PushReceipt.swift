import Foundation

/// One push as the push log shows it: what came, how it was answered, and what became of it (activitykit.md, "APNs-compatible push").
public struct PushReceipt: Sendable, Hashable {
    /// Its place in the log, from 1 on, never used twice; 0 until it is kept.
    public var number: UInt64
    public var date: Date
    /// The activity of its token, or the one that it started; nil: none.
    public var activityID: String?
    /// The kind of that activity or of the push-to-start token; nil: the token is nobody's.
    public var kind: String?
    /// `start`, `update`, `end` as it was sent, cut at `PushReceipt.wordBytes`; nil: none could be read.
    public var event: String?
    /// Bytes of the payload.
    public var size: Int
    /// The HTTP status of the answer.
    public var status: Int
    /// Apple's reason in the answer, `BadDeviceToken`; nil with 200.
    public var reason: String?
    /// The answer's `apns-id`.
    public var apnsID: String
    /// What became of it and why, in one sentence.
    public var outcome: String
    /// Something came of it: an activity was started, changed or ended.
    public var changed: Bool

    /// Longest `event` that is kept.
    public static let wordBytes = 40
    /// Longest `outcome` that is kept.
    public static let outcomeBytes = 1_000

    public init(
        number: UInt64 = 0, date: Date, activityID: String? = nil, kind: String? = nil, event: String? = nil, size: Int, status: Int,
        reason: String? = nil, apnsID: String, outcome: String, changed: Bool = false
    ) {
        self.number = number
        self.date = date
        self.activityID = activityID
        self.kind = kind
        self.event = event
        self.size = size
        self.status = status
        self.reason = reason
        self.apnsID = apnsID
        self.outcome = outcome
        self.changed = changed
    }
}

/// Where push receipts are kept, for as long as past activities are; read from any thread.
///
/// Its numbers are an order of its own, in which what is forgotten takes a number too: who read before that knows that it must start anew.
public protocol PushLog: Sendable {
    /// Keeps them in order under the next numbers, in one transaction; returns them numbered, without those whose activity has been deleted.
    /// Throws `JournalError`.
    func keep(_ receipts: [PushReceipt]) throws -> [PushReceipt]
    /// The newest `limit`, newest first, below a number; nil: from the newest on. Throws `JournalError`.
    func receipts(before number: UInt64?, limit: Int) throws -> [PushReceipt]
    /// Those after a number, oldest first, at most `limit`. Throws `JournalError`.
    func receipts(after number: UInt64, limit: Int) throws -> [PushReceipt]
    /// The last number that was used, by a receipt or by a removal; 0: none. Throws `JournalError`.
    func lastNumber() throws -> UInt64
    /// The number that the last removal took, of an activity's receipts or of those beyond retention; 0: none. Throws `JournalError`.
    func lastRemoval() throws -> UInt64
}

/// Whose a push token is.
public protocol PushTokens: Sendable {
    /// The activity that takes pushes with it now, in whatever state; nil: none. Throws `JournalError`.
    func activity(pushToken: String) throws -> String?
    /// Since when it is out of service (rotated, or its activity dismissed or past its retention); nil: in use, forgotten or never known.
    /// Throws `JournalError`.
    func tokenRetired(_ token: String) throws -> Date?
}
