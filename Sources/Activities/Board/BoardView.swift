/// Which activities a page shows; nil means all.
public struct BoardFilter: Sendable, Hashable {
    /// Words in any of an activity's texts, whatever their case, or the beginning of its id.
    public var query: String?
    public var kind: String?
    public var state: ActivityState?
    public init(query: String? = nil, kind: String? = nil, state: ActivityState? = nil) {
        self.query = query
        self.kind = kind
        self.state = state
    }
}

/// What a list page shows, read at one moment.
public struct BoardView: Sendable {
    /// The newest of the matches in order of start, the newest last.
    public let activities: [ActivityRecord]
    /// How many match in all.
    public let total: Int
    /// By kind: how many run that are past the upper bound of their range.
    public let delivered: [String: Int]
    /// By kind: how many run.
    public let running: [String: Int]
    public let island: Island
    public let settings: Settings
    /// The sequence of the last change.
    public let revision: UInt64
    /// The last sequence at which any activity started, left, or changed its `activityState` or being delivered.
    public let membershipRevision: UInt64
}

/// What changed after a cursor, each activity once in its newest state.
public struct BoardChanges: Sendable {
    /// In the order of their last change.
    public let activities: [BoardChange]
    public let settingsChanged: Bool
    public let revision: UInt64
    public let membershipRevision: UInt64
}

/// One activity that changed; without a record it has left: dismissed (`Board.activity` still knows the last ones) or deleted.
public struct BoardChange: Sendable, Hashable {
    public let id: String
    public let record: ActivityRecord?
}
