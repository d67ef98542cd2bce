/// `pages/dashboard`.
struct DashboardPage: Codable, Sendable {
    let chrome: Chrome
    /// The rendered root `island`.
    let island: String
    /// Rendered roots in order: each card, for operators followed by its controls.
    let cards: [String]
    /// No cards, and no filter either: says what to do first.
    let isEmpty: Bool
    /// No cards, because of the filter.
    let nothingMatches: Bool
    /// One per kind that can be started; empty for watchers.
    let startForms: [StartForm]
    /// The rendered root `delivered` (how many are delivered, and the form that ends them); empty for watchers.
    let delivered: String
    let filter: FilterView
    /// "Showing 50 of 312": nil where all are shown.
    let overflow: OverflowView?
    /// The enablement switch.
    let areActivitiesEnabled: Bool
}

struct StartForm: Codable, Sendable {
    let kind: String
    let kindTitle: String
    /// The one that is open at first.
    let isFirst: Bool
    /// The kind's form, rendered.
    let form: String
}

struct FilterView: Codable, Sendable {
    /// Whether any of the three is set.
    let isActive: Bool
    let query: String
    let kinds: [OptionView]
    let states: [OptionView]
}

struct OverflowView: Codable, Sendable {
    let shown: Int
    let total: Int
}

/// The root `delivered`: past the upper bound of their range and still running.
struct DeliveredView: Codable, Sendable {
    /// Only kinds that have any.
    let kinds: [DeliveredKind]
}

struct DeliveredKind: Codable, Sendable {
    let kind: String
    let kindTitle: String
    let count: Int
    /// count == 1, for the plural.
    let isOne: Bool
}
