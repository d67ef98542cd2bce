import HTTP
import Routing

extension Context {
    /// The fields of the query; throws `PageError.badForm`.
    func query() throws(PageError) -> Form {
        do { return try Form(request.target.query ?? "") } catch { throw PageError.badForm(error) }
    }
}

extension Form {
    /// Without the fields that still say what the page showed (`shown-<name>`): somebody may have changed those meanwhile, and
    /// sending them back unread would undo it.
    var changed: Form {
        Form(items.filter { item in self["shown-" + item.name].map { $0 != item.value } ?? true })
    }
}

extension Form {
    /// What a start by this form is stored under; nil where the form has no key.
    ///
    /// A double click repeats all of a form. Whoever goes back and fills in the same page again sends its old key with other fields, and
    /// wants another activity: so the key stands for everything that was sent, and only what is identical is a repeat.
    var idempotencyKey: String? {
        guard let key = self["idempotencyKey"], !key.isEmpty else { return nil }
        let digest = SHA256.hash(encoded.utf8)
        return "form-" + digest.map { String($0 >> 4, radix: 16) + String($0 & 15, radix: 16) }.joined()
    }
}

extension FormError {
    /// What was wrong, and what would be right.
    var sentence: String {
        switch self {
        case .badEscape: "A per cent sign in a form is followed by two hex digits."
        case .invalidUTF8: "The text of a form is UTF-8."
        case .tooManyFields: "A form has at most \(Form.maximumItems) fields."
        }
    }
}
