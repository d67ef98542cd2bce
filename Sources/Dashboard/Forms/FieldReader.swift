import Activities
import Foundation
import HTTP

/// Turns a kind's form fields from strings into typed values; the only place where that happens.
struct FieldReader {
    let fields: [Field]

    /// What the form said of fields in `places`: values of those that were sent, and a sentence for each that cannot be read.
    ///
    /// A field that was not sent is left out; one that was sent empty is `.null` where optional, else an error.
    func read(_ form: Form, places: Set<Field.Place>) -> (values: [String: FieldValue], errors: [FieldError]) {
        var values: [String: FieldValue] = [:]
        var errors: [FieldError] = []
        for field in fields where places.contains(field.place) {
            do throws(FieldError) {
                if let value = try value(of: field, in: form, isStart: places.contains(.attribute)) { values[field.name] = value }
            } catch {
                errors.append(error)
            }
        }
        return (values, errors)
    }

    private func value(of field: Field, in form: Form, isStart: Bool) throws(FieldError) -> FieldValue? {
        if case .dateRange = field.format { return try range(field, in: form, isStart: isStart) }
        guard let text = form[field.name]?.trimmingCharacters(in: .whitespacesAndNewlines) else { return nil }
        if text.isEmpty {
            if field.isOptional { return .null }
            throw FieldError(field.name, "\(field.label) is needed.")
        }
        switch field.format {
        case .integer: return try integer(field, text)
        case .boolean: return try boolean(field, text)
        case .choice(let choices):
            guard choices.contains(text) else {
                throw FieldError(field.name, "\(field.label) is one of \(choices.joined(separator: ", ")); \u{201C}\(text.prefix(40))\u{201D} is not.")
            }
            return .text(text)
        case .text, .telephone, .image, .date, .dateRange: return .text(text)
        }
    }

    private func integer(_ field: Field, _ text: String) throws(FieldError) -> FieldValue {
        guard let number = Int(text) else {
            throw FieldError(field.name, "\(field.label) is a whole number; \u{201C}\(text.prefix(40))\u{201D} is not.")
        }
        return .integer(number)
    }

    private func boolean(_ field: Field, _ text: String) throws(FieldError) -> FieldValue {
        switch text {
        case "true": return .boolean(true)
        case "false": return .boolean(false)
        default: throw FieldError(field.name, "\(field.label) is true or false; \u{201C}\(text.prefix(40))\u{201D} is neither.")
        }
    }

    /// `minutes` from now, or `start` and `end` in ISO 8601; nothing of these: not said.
    private func range(_ field: Field, in form: Form, isStart: Bool) throws(FieldError) -> FieldValue? {
        let minutes = form["minutes"]?.trimmingCharacters(in: .whitespaces) ?? ""
        let start = form["start"]?.trimmingCharacters(in: .whitespaces) ?? ""
        let end = form["end"]?.trimmingCharacters(in: .whitespaces) ?? ""
        if !start.isEmpty || !end.isEmpty {
            let lower = try date("start", start)
            let upper = try date("end", end)
            guard lower <= upper else {
                throw FieldError("end", "The end, \(end), lies before the start, \(start).")
            }
            return .range(lower: lower, upper: upper)
        }
        guard !minutes.isEmpty else {
            // An update keeps its range; whoever empties the field of a start must not get one that nobody chose.
            if isStart, form["minutes"] != nil, !field.isOptional { throw FieldError("minutes", "Minutes are needed.") }
            return nil
        }
        guard let number = Double(minutes), number.isFinite, (0...Self.longestMinutes).contains(number) else {
            throw FieldError("minutes", "Minutes are a number from 0 to \(Int(Self.longestMinutes)); \u{201C}\(minutes.prefix(40))\u{201D} is not.")
        }
        return .minutesFromNow(number)
    }

    /// Thirty days: longer than anything that is delivered, short enough that a slip of the finger is noticed.
    static let longestMinutes: Double = 43_200

    private func date(_ name: String, _ text: String) throws(FieldError) -> Date {
        guard !text.isEmpty else { throw FieldError(name, "A range needs both start and end.") }
        guard let date = ISO8601.date(text) else {
            throw FieldError(name, "\u{201C}\(text.prefix(40))\u{201D} is no ISO 8601 date such as 2026-01-31T18:42:00Z.")
        }
        return date
    }
}
