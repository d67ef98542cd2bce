import Activities

/// The context of a kind's `banner`, the root that an `alert` event carries.
struct BannerView<Content: Codable & Sendable>: Codable, Sendable {
    let activity: ActivityView
    let content: Content
    let alert: AlertView
}

struct AlertView: Codable, Sendable {
    let title: String
    let body: String
    /// The name of a sound under Public/sounds, `default` where none was said: `[a-z0-9-]+`.
    let sound: String
    let rang: Moment
    /// `<epoch>-<sequence>` at which it rang.
    let revision: String
}
