/// `pages/end-all`: lists what it would end, and asks.
struct EndAllPage: Codable, Sendable {
    let chrome: Chrome
    let kind: String
    let kindTitle: String
    let deliveredOnly: Bool
    /// The rendered roots `lock-screen-<id>` of the newest ones.
    let cards: [String]
    /// There are more than are shown.
    let isMore: Bool
    let count: Int
    let isOne: Bool
    let isEmpty: Bool
}
