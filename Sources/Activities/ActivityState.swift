/// Where an activity is in its life (activitykit.md, "States").
public enum ActivityState: String, Sendable, Codable, CaseIterable {
    case pending, active, stale, ended, dismissed

    /// Its content may still change, and it takes part in the island.
    public var isRunning: Bool { self == .active || self == .stale }
}
