import Activities

/// What templates see of any activity, whatever its kind: the context's `activity`.
struct ActivityView: Codable, Sendable {
    let id: String
    let kind: String
    /// "Pizza delivery".
    let kindTitle: String
    /// `pending`, `active`, `stale`, `ended`, `dismissed`.
    let state: String
    /// `<epoch>-<sequence>` of its last change.
    let revision: String
    /// Sorts as a string in the order of starts, fixed width.
    let order: String
    /// `/activities/<id>`.
    let url: String
    /// With scheme and host, for sharing.
    let absoluteURL: String
    let started: Moment
    /// When its content last changed.
    let updated: Moment
    let isPending: Bool
    let isActive: Bool
    let isStale: Bool
    let isEnded: Bool
    let isDismissed: Bool
    /// Active or stale.
    let isRunning: Bool
    let staleSince: Moment?
    let ended: Moment?
    /// When an ended one goes, or went.
    let dismissal: Moment?
}

/// The root `unreadable`: an activity that this version cannot show.
struct UnreadableView: Codable, Sendable {
    let presentation: String
    /// It has a place among the cards.
    let isListed: Bool
    let activity: ActivityView
}
