/// Whether activities may be started (ActivityKit's type of that name): the switch on the dashboard.
public struct ActivityAuthorizationInfo: Sendable {
    private let center: ActivityCenter

    public init(in center: ActivityCenter) { self.center = center }

    /// While they may not, a start is refused with `denied`; what runs goes on.
    public var areActivitiesEnabled: Bool { center.board.settings.activitiesEnabled }

    /// The same, the present first, then at each change; a slow reader is brought to the newest. Does not end by itself.
    public var activityEnablementUpdates: ActivitySequence<Bool> { center.settingsSequence { $0.activitiesEnabled } }
}
