/// The island, root `island`: nothing, one kind in compact form, or two kinds as minimals.
struct IslandView: Codable, Sendable {
    /// `<epoch>-<sequence>` of the last change of what it shows.
    let revision: String
    let isEmpty: Bool
    /// One kind running: `attached` with its compact sides. Else two minimals.
    let isCompact: Bool
    let attached: IslandItem?
    let detached: IslandItem?
}

struct IslandItem: Codable, Sendable {
    let activity: ActivityView
    /// Rendered roots of the kind's presentations; empty where this form does not show them.
    let compactLeading: String
    let compactTrailing: String
    let minimal: String
    /// The kind's `expanded`, which holds its four regions.
    let expanded: String
}
