/// Which activities are in the island (activitykit.md, "Which activity is where").
public enum Island: Sendable, Hashable {
    case empty
    /// One kind runs: the leading and trailing views of its top activity.
    case compact(ActivityRecord)
    /// Two or more kinds run: a minimal view each of the first two.
    case minimal(attached: ActivityRecord, detached: ActivityRecord)

    /// What it shows, attached first.
    public var activities: [ActivityRecord] {
        switch self {
        case .empty: []
        case .compact(let record): [record]
        case .minimal(let attached, let detached): [attached, detached]
        }
    }

    /// The sequence of the newest change among those that it shows, 0 where it is empty; the same before and after a restart.
    public var newestSequence: UInt64 {
        activities.map(\.sequence).max() ?? 0
    }

    /// Which activities at which of their changes: the same as long as the island looks the same.
    var identity: [UInt64] {
        activities.flatMap { [$0.startSequence, $0.sequence] }
    }
}

/// The rules by which running kinds share the island, as pure functions.
public enum Arbitration {
    /// A kind that runs, as far as the island asks.
    public struct Contender: Sendable, Hashable {
        /// Its activity of highest relevance; of equals the one that started earlier.
        public let top: ActivityRecord
        /// The sequence of the last alert among its running activities.
        public let lastAlert: UInt64?
        /// The earliest start among them.
        public let firstStart: UInt64
        public init(top: ActivityRecord, lastAlert: UInt64?, firstStart: UInt64) {
            self.top = top
            self.lastAlert = lastAlert
            self.firstStart = firstStart
        }
    }

    /// Attached is the kind that alerted last, else the one that started first; detached the next; the rest wait.
    public static func island(_ contenders: [Contender]) -> Island {
        let ranked = contenders.sorted { precedes($0, $1) }
        guard let first = ranked.first else { return .empty }
        guard ranked.count > 1 else { return .compact(first.top) }
        return .minimal(attached: first.top, detached: ranked[1].top)
    }

    private static func precedes(_ a: Contender, _ b: Contender) -> Bool {
        let alerts = (a.lastAlert ?? 0, b.lastAlert ?? 0)
        return alerts.0 == alerts.1 ? a.firstStart < b.firstStart : alerts.0 > alerts.1
    }
}

/// The place of a running activity among those of its kind: highest relevance first, ties by earlier start.
struct Relevance: Comparable, Sendable {
    let score: Double
    let start: UInt64
    let id: String

    static func < (a: Relevance, b: Relevance) -> Bool {
        a.score == b.score ? a.start < b.start : a.score > b.score
    }
    static func == (a: Relevance, b: Relevance) -> Bool { a.score == b.score && a.start == b.start }
}

/// A number that orders ids: of a start, or of an alert.
struct Place: Comparable, Sendable {
    let sequence: UInt64
    let id: String

    static func < (a: Place, b: Place) -> Bool { a.sequence < b.sequence }
    static func == (a: Place, b: Place) -> Bool { a.sequence == b.sequence }
}
