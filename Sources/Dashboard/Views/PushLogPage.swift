/// `pages/pushes`: the push log, fifty at a time.
struct PushLogPage: Codable, Sendable {
    let chrome: Chrome
    /// The first page, which lives; else one of older pushes.
    let isNewest: Bool
    let isEmpty: Bool
    /// Rendered roots `push-<number>`, newest first.
    let pushes: [String]
    /// The rendered root `pushes-older`.
    let older: String
    /// How to send one.
    let example: PushExample?
    /// "http://127.0.0.1:8080".
    let serverURL: String
}
