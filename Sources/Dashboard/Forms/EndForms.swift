import Activities
import HTTP

extension EndFormView {
    /// A fresh one, or one that came back with what was typed and what is wrong with it.
    init(_ record: ActivityRecord, typed: Form? = nil, refusal: ActivityError? = nil) {
        let dismissal = typed?["dismissal"] ?? ""
        let messages = refusal?.fields ?? []
        let id = "end-\(record.id)"
        self.init(
            id: id, action: "/activities/\(record.id)/end", isDefault: dismissal == "" || dismissal == "default",
            isImmediate: dismissal == "immediate", isAfter: dismissal == "after", minutes: typed?["minutes"] ?? Self.minutes,
            error: refusal?.sentence(besides: ["dismissal", "minutes"]), dismissalError: messages.sentence(at: ["dismissal"]),
            minutesError: messages.sentence(at: ["minutes"]))
    }

    /// Stands in the field until somebody types another number.
    private static let minutes = "30"
}

extension ActivityUIDismissalPolicy {
    /// `dismissal=immediate|default|after` and `minutes` (http.md, "Pages"); throws `ActivityError.invalid`.
    init(_ form: Form) throws(ActivityError) {
        switch form["dismissal"] ?? "" {
        case "", "default": self = .default
        case "immediate": self = .immediate
        case "after":
            let minutes = form["minutes"] ?? ""
            guard let number = Double(minutes), number.isFinite, (0...FieldReader.longestMinutes).contains(number) else {
                throw .invalid([FieldError("minutes", "Minutes are a number from 0 to \(Int(FieldReader.longestMinutes)); \u{201C}\(minutes.prefix(40))\u{201D} is not.")])
            }
            self = .afterMinutes(number)
        case let other:
            throw .invalid([FieldError("dismissal", "Dismissal is immediate, default or after, not \u{201C}\(other.prefix(40))\u{201D}.")])
        }
    }
}
