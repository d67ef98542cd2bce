/// What an operator may do with one activity: the root `controls-<id>`, context's `controls`, beside the card and never replaced while in use.
struct ControlsView: Codable, Sendable {
    let activity: ActivityView
    /// `<epoch>-<sequence>` of the last change of what may be done, which is when it is put.
    let revision: String
    /// Right after its card: the card's order followed by something that sorts behind it.
    let order: String
    let canUpdate: Bool
    /// nil where it cannot be ended.
    let end: EndFormView?
    let canDismiss: Bool
    /// The kind's own actions, sent as `action=` to its update.
    let actions: [ActionView]
    /// The kind's form in update mode, rendered; empty where it cannot be updated.
    let updateForm: String
}

struct ActionView: Codable, Sendable {
    let name: String
    let label: String
}
