import Foundation

/// Which past activities a page or an export shows; nil means all.
public struct PastFilter: Sendable, Hashable {
    public var kind: String?
    /// They started on that day: from its beginning up to, without it, the next one's.
    public var started: Range<Date>?
    public init(kind: String? = nil, started: Range<Date>? = nil) {
        self.kind = kind
        self.started = started
    }
}

/// A place in the order of past activities: the last started first, of equal ones the later request.
public struct PastPlace: Sendable, Hashable {
    public let startDate: Date
    public let startSequence: UInt64
    public init(startDate: Date, startSequence: UInt64) {
        self.startDate = startDate
        self.startSequence = startSequence
    }
    public init(of record: ActivityRecord) { self.init(startDate: record.startDate, startSequence: record.startSequence) }
}
