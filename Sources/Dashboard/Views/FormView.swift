/// A kind's form, to start or to update: the context's `form` in `activities/<kind>/form`.
struct FormView: Codable, Sendable {
    /// Unique on its page, prefix of its inputs' ids: `start-pizza-delivery`, `update-<activity id>`.
    let id: String
    let kind: String
    let kindTitle: String
    /// `/activities` or `/activities/<id>/update`.
    let action: String
    let isStart: Bool
    let isUpdate: Bool
    /// Fresh for every rendering of a start form; a double click starts one.
    let idempotencyKey: String?
    /// What is wrong with the whole, not with one field ("Live Activities are not enabled").
    let error: String?
    /// The fields that this mode asks for, in the kind's order.
    let fields: [FieldView]
    /// Start forms of kinds that keep a hidden tab on time: the two-way toggle.
    let keepAlive: KeepAliveView?
    /// Update forms: what was typed, to be shown again.
    let alertTitle: String
    let alertBody: String
}

struct FieldView: Codable, Sendable {
    /// As it is sent: the attribute's or state's name; a date range is `minutes`.
    let name: String
    /// The form's id, a dash, and the name.
    let inputID: String
    let label: String
    /// As typed.
    let value: String
    /// Update forms: what the page shows, sent back beside the value so that an unchanged field changes nothing.
    let shown: String?
    let error: String?
    /// Exactly one of these says how it is asked for.
    let isInteger: Bool
    let isText: Bool
    let isBoolean: Bool
    let isChoice: Bool
    let isMinutes: Bool
    let isTelephone: Bool
    let isImage: Bool
    let isOptional: Bool
    /// Must be filled in; an update may leave its minutes empty, which keeps them.
    let isRequired: Bool
    /// Integers.
    let minimum: Int?
    let maximum: Int?
    /// Texts: characters.
    let maximumLength: Int?
    /// Choices, and Booleans as `true` and `false`.
    let options: [OptionView]
}

struct OptionView: Codable, Sendable {
    let value: String
    let label: String
    let isSelected: Bool
}

/// Location ⇆ Sound: what keeps a hidden tab on time.
struct KeepAliveView: Codable, Sendable {
    let isWorker: Bool
    let isSound: Bool
}
