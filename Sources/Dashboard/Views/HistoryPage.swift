import Activities

/// `pages/history`: what is over, the last started first, under the days on which it started.
struct HistoryPage: Codable, Sendable {
    let chrome: Chrome
    let filter: HistoryFilter
    let days: [HistoryDay]
    /// Exactly one of these is true where `days` is empty: nothing was ever kept; nothing fits; nothing came before that.
    let isEmpty: Bool
    let nothingMatches: Bool
    let nothingEarlier: Bool
    /// What came before these; nil: they are the earliest.
    let earlierURL: String?
    /// The same question from its beginning; nil: this is it.
    let newestURL: String?
    /// The same question's export.
    let exportURL: String
}

/// The form, and what it was filled in with.
struct HistoryFilter: Codable, Sendable {
    let isActive: Bool
    let kinds: [OptionView]
    /// As the form sends it, `2026-11-30`; empty: all.
    let day: String
    /// "Monday, 30 November 2026"; nil: all.
    let dayLabel: String?
    /// The last day before that one on which something of the same kind started; nil: there is none. Whoever follows all links comes to an end.
    let earlierDay: LinkView?
}

/// What started on one day.
struct HistoryDay: Codable, Sendable {
    /// `2026-11-30`.
    let day: String
    /// "Today", "Monday, 30 November".
    let label: String
    let entries: [HistoryEntry]
}

/// One activity that is over.
struct HistoryEntry: Codable, Sendable {
    let activity: ActivityView
    /// The kind's mark and headline, rendered: its `compact-leading` and, where it has one, its `headline`; empty where this version cannot read it.
    let mark: String
    let headline: String
    let facts: [HistoryFact]
    let ended: HistoryTime?
    /// "15 min"; nil: it ended before it started, or nobody knows when.
    let duration: String?
    /// Ended while it was still pending.
    let neverStarted: Bool
    /// Oldest first.
    let lines: [HistoryLine]
    let lineCount: Int
    /// There may be older ones.
    let isCut: Bool
    /// So few that they are shown unfolded.
    let isShort: Bool
    /// lineCount == 1, for the plural.
    let isOne: Bool
}

/// A field of the activity as it was in the end.
struct HistoryFact: Codable, Sendable {
    let label: String
    let value: String
}

/// An instant under the heading of a day.
struct HistoryTime: Codable, Sendable {
    let at: Moment
    /// "1 Dec" where it is not of that day; nil: it is.
    let day: String?
}

/// The root `history-<id>`, on the activity's own page.
struct HistoryView: Codable, Sendable {
    let activity: ActivityView
    /// Oldest first, the newest fifty.
    let lines: [HistoryLine]
}

/// One line of an activity's history, wherever it is shown: `partials/history-lines`.
struct HistoryLine: Codable, Sendable {
    /// "Started", "Updated", "Halfway", "Delivered", "Ended".
    let label: String
    /// "Driver: JOHN": what it changed; nil: nothing to add.
    let detail: String?
    let at: Moment
    /// "1 Dec" where that is not the day of the start; nil: it is.
    let day: String?
}
