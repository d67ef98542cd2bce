/// `pages/end-all`: lists what it would end, and asks.
struct EndAllPage: Codable, Sendable {
    let chrome: Chrome
    let kind: String
    let kindTitle: String
    let deliveredOnly: Bool
    let activities: [ActivityView]
    let count: Int
    let isOne: Bool
    let isEmpty: Bool
}
