/// `pages/form`: a form that came back, 422, with the message at its field and everything typed still there.
struct FormPage: Codable, Sendable {
    let chrome: Chrome
    let isStart: Bool
    let kindTitle: String
    /// The kind's form, rendered.
    let form: String
    /// Where leaving it leads: `/` or the activity.
    let backURL: String
}
