/// `pages/form`: a form that came back, 422, with the message at its field and everything typed still there.
struct FormPage: Codable, Sendable {
    let chrome: Chrome
    /// Exactly one of these says what it is for.
    let isStart: Bool
    let isUpdate: Bool
    let isEnd: Bool
    let kindTitle: String
    /// The kind's form or `partials/end`, rendered.
    let form: String
    /// Where leaving it leads: `/` or the activity.
    let backURL: String
}
