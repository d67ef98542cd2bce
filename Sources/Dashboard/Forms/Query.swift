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
