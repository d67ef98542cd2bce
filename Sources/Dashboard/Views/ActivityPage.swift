import Activities

/// `pages/activity`: the deep-link target.
struct ActivityPage: Codable, Sendable {
    let chrome: Chrome
    let activity: ActivityView
    /// The rendered root `lock-screen-<id>`.
    let card: String
    /// The rendered root `controls-<id>`; empty for all but operators.
    let controls: String
    /// Without `--base-url` the link works only on this machine, and the page says so.
    let linkWorksOnlyHere: Bool
    /// The kind has a journey, so `journey.svg` can be shown elsewhere.
    let hasJourney: Bool
    /// Ended or dismissed: nothing more will come.
    let isOver: Bool
    /// The rendered root `history-<id>`.
    let history: String
}

/// `pages/embed`: the card alone, to be framed by other sites.
struct EmbedPage: Codable, Sendable {
    let chrome: Chrome
    let activity: ActivityView
    /// The rendered root `embed-<id>`.
    let card: String
}

/// `pages/contact`: "Call <name>?".
struct ContactPage: Codable, Sendable {
    let chrome: Chrome
    let activity: ActivityView
    let name: String
    let initials: String
    /// As it was given; nil: no phone is known.
    let phone: String?
    /// `tel:` and digits.
    let telephoneURL: String?
}
