import Foundation

/// One input of a kind's forms, carrying the attribute's or state's own name.
public struct Field: Sendable {
    public enum Place: Sendable { case attribute, state }

    public enum Format: Sendable {
        case integer(ClosedRange<Int>)
        /// One line of text of at most so many characters.
        case text(maximum: Int)
        case boolean
        case choice([String])
        /// One `Date`; on a form in ISO 8601.
        case date
        /// `ClosedRange<Date>`: on a form `minutes` from now, or `start` and `end` in ISO 8601.
        case dateRange
        case telephone
        /// An asset's name under Public/ or an https URL.
        case image
    }

    public let name: String
    public let label: String
    public let place: Place
    public let format: Format
    public let isOptional: Bool
    /// What a start form shows at first, as the person would type it; for a range its minutes.
    public let preset: String

    public init(_ name: String, label: String, _ place: Place, _ format: Format, isOptional: Bool = false, preset: String = "") {
        self.name = name
        self.label = label
        self.place = place
        self.format = format
        self.isOptional = isOptional
        self.preset = preset
    }
}

/// What a form said, typed, before it is known at what time it will be decided.
public enum FieldValue: Sendable, Hashable {
    case null
    case boolean(Bool)
    case integer(Int)
    case text(String)
    case range(lower: Date, upper: Date)
    case minutesFromNow(Double)
}

/// What is wrong with one field, in one sentence for the person who typed it.
public struct FieldError: Error, Sendable, Hashable {
    /// The attribute's or state's name, with dots between the names on the way down; for a range the form's own `minutes`, `start` or
    /// `end` where it came from there.
    public let field: String
    public let message: String
    /// Whose member the field is; nil: the command's own, such as `staleDate`, or that of a form.
    public let place: Field.Place?
    public init(_ field: String, _ message: String, in place: Field.Place? = nil) {
        self.field = field
        self.message = message
        self.place = place
    }
}
