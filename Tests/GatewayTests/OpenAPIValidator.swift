import Activities
import Foundation

/// Says whether a value fits a JSON Schema: the keywords that this server's schemas use, and a complaint about any other.
struct OpenAPIValidator {
    /// What `$ref`s begin at.
    var document = JSON.null

    /// What does not fit, each with its place; empty: it fits.
    func complaints(_ value: JSON, _ schema: JSON, at place: String = "") -> [String] {
        guard case .object(let keywords) = schema else { return ["\(place): the schema is no object"] }
        return keywords.sorted { $0.key < $1.key }.flatMap { check($0.key, $0.value, value, keywords, place) }
    }

    private func fits(_ value: JSON, _ schema: JSON) -> Bool { complaints(value, schema).isEmpty }

    private func check(_ keyword: String, _ wanted: JSON, _ value: JSON, _ schema: [String: JSON], _ place: String) -> [String] {
        let complaint = ["\(place): \(String(decoding: value.bytes, as: UTF8.self).prefix(80)) does not fit \(keyword)"]
        switch keyword {
        case "title", "description", "examples", "format", "default", "discriminator", "$schema": return []
        case "$ref": return complaints(value, resolve(wanted.string ?? "") ?? .null, at: place)
        case "type": return types(wanted).contains { value.isA($0) } ? [] : complaint
        case "const": return value == wanted ? [] : complaint
        case "enum": return elements(wanted).contains(value) ? [] : complaint
        case "anyOf": return elements(wanted).contains { fits(value, $0) } ? [] : complaint
        case "oneOf": return elements(wanted).filter { fits(value, $0) }.count == 1 ? [] : complaint
        case "allOf": return elements(wanted).flatMap { complaints(value, $0, at: place) }
        case "additionalProperties":
            guard case .object(let members) = value, wanted == .boolean(false) else { return [] }
            return members.keys.filter { schema["properties"]?[$0] == nil }.map { "\(place): \($0) is not known" }
        case "not": return fits(value, wanted) ? complaint : []
        default: return checkPart(keyword, wanted, value, place) ?? ["\(place): \(keyword) is not known here"]
        }
    }

    /// Keywords that say something of one type of value, and nothing of others.
    private func checkPart(_ keyword: String, _ wanted: JSON, _ value: JSON, _ place: String) -> [String]? {
        let complaint = ["\(place): \(String(decoding: value.bytes, as: UTF8.self).prefix(80)) does not fit \(keyword)"]
        let count = Int(wanted.integer ?? 0)
        switch (keyword, value) {
        case ("pattern", .string(let text)): return matches(text, wanted.string ?? "") ? [] : complaint
        case ("minLength", .string(let text)): return text.unicodeScalars.count >= count ? [] : complaint
        case ("maxLength", .string(let text)): return text.unicodeScalars.count <= count ? [] : complaint
        case ("minimum", .integer), ("minimum", .number): return (value.real ?? 0) >= (wanted.real ?? 0) ? [] : complaint
        case ("maximum", .integer), ("maximum", .number): return (value.real ?? 0) <= (wanted.real ?? 0) ? [] : complaint
        case ("minItems", .array(let values)): return values.count >= count ? [] : complaint
        case ("maxItems", .array(let values)): return values.count <= count ? [] : complaint
        case ("items", .array(let values)):
            return values.enumerated().flatMap { complaints($0.element, wanted, at: "\(place)/\($0.offset)") }
        case ("required", .object(let members)):
            return elements(wanted).compactMap(\.string).filter { members[$0] == nil }.map { "\(place): \($0) is missing" }
        case ("properties", .object(let members)):
            return members.flatMap { name, member in wanted[name].map { complaints(member, $0, at: "\(place)/\(name)") } ?? [] }
        case ("pattern", _), ("minLength", _), ("maxLength", _), ("minimum", _), ("maximum", _), ("minItems", _), ("maxItems", _),
            ("items", _),
            ("required", _), ("properties", _):
            return []
        default: return nil
        }
    }

    /// What a reference within the document leads to; nil: nowhere.
    func resolve(_ reference: String) -> JSON? {
        guard reference.hasPrefix("#/") else { return nil }
        return reference.dropFirst(2).split(separator: "/").reduce(document as JSON?) { $0?[String($1)] }
    }

    private func matches(_ text: String, _ pattern: String) -> Bool {
        // ICU's `$` also stands before a last line end, that of ECMA-262 does not.
        let exact = pattern.hasSuffix("$") ? pattern.dropLast() + "\\z" : pattern[...]
        guard let expression = try? NSRegularExpression(pattern: String(exact)) else { return false }
        return expression.firstMatch(in: text, range: NSRange(location: 0, length: text.utf16.count)) != nil
    }

    private func types(_ json: JSON) -> [String] { json.string.map { [$0] } ?? elements(json).compactMap(\.string) }

    private func elements(_ json: JSON) -> [JSON] {
        guard case .array(let values) = json else { return [] }
        return values
    }
}

extension JSON {
    fileprivate var real: Double? {
        switch self {
        case .integer(let value): Double(value)
        case .number(let value): value
        default: nil
        }
    }

    fileprivate func isA(_ type: String) -> Bool {
        switch (type, self) {
        case ("null", .null), ("boolean", .boolean), ("string", .string), ("array", .array), ("object", .object), ("number", .integer),
            ("number", .number), ("integer", .integer):
            true
        case ("integer", .number(let value)): value == value.rounded()
        default: false
        }
    }
}
