import Activities

/// A JSON Schema (dialect 2020-12), which is also that of OpenAPI 3.1.
struct Schema: Sendable, Hashable {
    /// Its keywords.
    private(set) var keywords: [String: JSON]

    init(_ keywords: [String: JSON] = [:]) { self.keywords = keywords }

    var json: JSON { .object(keywords) }

    static let dialect = "https://json-schema.org/draft/2020-12/schema"

    // MARK: Types

    static let boolean = Schema(["type": .string("boolean")])
    static let number = Schema(["type": .string("number")])

    static func string(pattern: String? = nil, format: String? = nil, minimumLength: Int? = nil, maximumLength: Int? = nil) -> Schema {
        var schema = Schema(["type": .string("string")])
        schema.keywords["pattern"] = pattern.map(JSON.string)
        schema.keywords["format"] = format.map(JSON.string)
        schema.keywords["minLength"] = minimumLength.map { .integer(Int64($0)) }
        schema.keywords["maxLength"] = maximumLength.map { .integer(Int64($0)) }
        return schema
    }

    static func integer(_ range: ClosedRange<Int64>? = nil) -> Schema {
        var schema = Schema(["type": .string("integer")])
        schema.keywords["minimum"] = range.map { .integer($0.lowerBound) }
        schema.keywords["maximum"] = range.map { .integer($0.upperBound) }
        return schema
    }

    static func choice(_ words: [String]) -> Schema {
        Schema(["type": .string("string"), "enum": .array(words.map(JSON.string))])
    }

    static func constant(_ word: String) -> Schema { Schema(["const": .string(word)]) }

    /// `count`: exactly so many; nil: any number.
    static func array(of items: Schema, count: Int? = nil) -> Schema {
        var schema = Schema(["type": .string("array"), "items": items.json])
        schema.keywords["minItems"] = count.map { .integer(Int64($0)) }
        schema.keywords["maxItems"] = count.map { .integer(Int64($0)) }
        return schema
    }

    /// Further members are allowed: whoever reads an answer must bear what a later version adds.
    static func object(required: [String: Schema] = [:], optional: [String: Schema] = [:]) -> Schema {
        let members = required.merging(optional) { first, _ in first }
        var schema = Schema(["type": .string("object")])
        if !members.isEmpty { schema.keywords["properties"] = .object(members.mapValues(\.json)) }
        if !required.isEmpty { schema.keywords["required"] = .array(required.keys.sorted().map(JSON.string)) }
        return schema
    }

    /// The same without further members: what is sent to this server and not known to it is a mistake, and is told.
    var closed: Schema { with("additionalProperties", .boolean(false)) }

    // MARK: Composition

    /// One of the document's components.
    static func reference(_ name: String) -> Schema { Schema(["$ref": .string("#/components/schemas/\(name)")]) }
    static func any(of schemas: [Schema]) -> Schema { schemas.count == 1 ? schemas[0] : Schema(["anyOf": .array(schemas.map(\.json))]) }
    static func all(of schemas: [Schema]) -> Schema { Schema(["allOf": .array(schemas.map(\.json))]) }
    static func not(_ schema: Schema) -> Schema { Schema(["not": schema.json]) }

    /// The same or null.
    var orNull: Schema {
        guard case .string(let type)? = keywords["type"] else {
            return Schema(["anyOf": .array([json, .object(["type": .string("null")])])])
        }
        var schema = self
        schema.keywords["type"] = .array([.string(type), .string("null")])
        if case .array(let words)? = keywords["enum"] { schema.keywords["enum"] = .array(words + [.null]) }
        return schema
    }

    // MARK: Annotations

    func titled(_ text: String) -> Schema { with("title", .string(text)) }
    func described(_ text: String) -> Schema { with("description", .string(text)) }
    func examples(_ values: [JSON]) -> Schema { values.isEmpty ? self : with("examples", .array(values)) }

    /// nil: without that keyword.
    func with(_ keyword: String, _ value: JSON?) -> Schema {
        var schema = self
        schema.keywords[keyword] = value
        return schema
    }
}
