/// The context of a kind's presentations; `Content` is the kind's own `Presentation`.
struct CardView<Content: Codable & Sendable>: Codable, Sendable {
    let activity: ActivityView
    let content: Content
}
