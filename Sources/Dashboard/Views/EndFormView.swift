/// The form that ends one activity, `partials/end`: beside its card, and on `pages/form` when it came back.
struct EndFormView: Codable, Sendable {
    /// Unique on its page, prefix of its inputs' ids: `end-<activity id>`.
    let id: String
    /// `/activities/<id>/end`.
    let action: String
    /// What is chosen; none of them where that was no choice.
    let isDefault: Bool
    let isImmediate: Bool
    let isAfter: Bool
    /// As typed.
    let minutes: String
    /// What is wrong with the whole, not with one of its fields.
    let error: String?
    let dismissalError: String?
    let minutesError: String?
}
