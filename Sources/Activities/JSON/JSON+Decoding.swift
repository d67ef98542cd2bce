import Foundation

extension JSON {
    /// The typed value; throws `DecodingError` with a sentence for the person who sent it. A `Date` is ISO 8601 text, a
    /// `ClosedRange<Date>` is `[lower, upper]`.
    public static func decode<Value: Decodable>(_ json: JSON, as type: Value.Type = Value.self) throws -> Value {
        try decode(json, as: type, dates: .iso8601)
    }

    /// The same with dates in a style of their own.
    public static func decode<Value: Decodable>(_ json: JSON, as type: Value.Type = Value.self, dates: DateStyle) throws -> Value {
        try JSONDecoding(json: json, codingPath: [], dates: dates).value(type)
    }
}

private struct JSONDecoding: Decoder, SingleValueDecodingContainer {
    let json: JSON
    let codingPath: [any CodingKey]
    let dates: JSON.DateStyle
    var userInfo: [CodingUserInfoKey: Any] { [:] }

    func value<T: Decodable>(_ type: T.Type) throws -> T {
        let special: Any? =
            if type == Date.self {
                try date()
            } else if type == ClosedRange<Date>.self {
                try range()
            } else if type == JSON.self {
                json
            } else {
                nil
            }
        if let special, let value = special as? T { return value }
        return try T(from: self)
    }

    private func mismatch(_ type: any Any.Type, _ wanted: String) -> DecodingError {
        .typeMismatch(type, .init(codingPath: codingPath, debugDescription: "\(wanted) is needed, not \(json.summary)."))
    }

    private func corrupted(_ reason: String) -> DecodingError {
        .dataCorrupted(.init(codingPath: codingPath, debugDescription: reason))
    }

    private func date() throws -> Date {
        switch dates {
        case .iso8601: try dateFromText()
        case .secondsSince2001(let now): try dateFromNumber(now: now)
        }
    }

    private func dateFromNumber(now: Date) throws -> Date {
        let problem: String
        switch json {
        case .integer, .number:
            let number = try decode(Double.self)
            guard let mistake = Epoch.secondsSince2001.mistake(in: number, now: now) else { return Epoch.secondsSince2001.date(number) }
            problem = mistake
        case .string(let text):
            let hint =
                ISO8601.date(text).map { ": send \(Epoch.secondsSince2001.number($0))" } ?? Double(text).map { _ in ", without quotes" }
                ?? ""
            problem = "is \(json.summary); a date in a push is a number, seconds since 2001-01-01T00:00:00Z\(hint)"
        default: throw mismatch(Date.self, "A date as a number, seconds since 2001-01-01T00:00:00Z,")
        }
        throw DecodingError.dataCorrupted(.init(codingPath: codingPath, debugDescription: problem, underlyingError: MisreadDate()))
    }

    private func dateFromText() throws -> Date {
        switch json {
        case .string(let text):
            guard let date = ISO8601.date(text) else {
                let problem = ISO8601.date(text + "Z") == nil ? "is no ISO 8601 date" : "lacks its zone; it is an ISO 8601 date"
                throw corrupted("\u{201C}\(text.prefix(40))\u{201D} \(problem) such as 2026-01-31T18:42:00Z.")
            }
            return date
        case .integer, .number: throw mismatch(Date.self, "A date in ISO 8601, such as \u{201C}2026-01-31T18:42:00Z\u{201D},")
        default: throw mismatch(Date.self, "A date in ISO 8601")
        }
    }

    private func range() throws -> ClosedRange<Date> {
        guard case .array(let bounds) = json, bounds.count == 2 else {
            throw mismatch(ClosedRange<Date>.self, "A range of two dates\(isText ? " in ISO 8601" : ""), [lower, upper],")
        }
        let lower = try bound(bounds[0], 0).date()
        let upper = try bound(bounds[1], 1).date()
        guard lower <= upper else { throw corrupted(DateRange.reversed(lower: lower, upper: upper)) }
        return lower...upper
    }

    /// Forms and the JSON API speak of a range as one field.
    private func bound(_ json: JSON, _ index: Int) -> JSONDecoding {
        JSONDecoding(json: json, codingPath: isText ? codingPath : codingPath + [ElementKey(index)], dates: dates)
    }

    private var isText: Bool {
        if case .iso8601 = dates { true } else { false }
    }

    func container<Key: CodingKey>(keyedBy type: Key.Type) throws -> KeyedDecodingContainer<Key> {
        guard case .object(let members) = json else { throw mismatch([String: JSON].self, "An object") }
        return KeyedDecodingContainer(Members<Key>(members: members, codingPath: codingPath, dates: dates))
    }

    func unkeyedContainer() throws -> any UnkeyedDecodingContainer {
        guard case .array(let values) = json else { throw mismatch([JSON].self, "An array") }
        return Elements(values: values, codingPath: codingPath, dates: dates)
    }

    func singleValueContainer() -> any SingleValueDecodingContainer { self }

    func decodeNil() -> Bool { json == .null }

    func decode(_ type: Bool.Type) throws -> Bool {
        guard case .boolean(let value) = json else { throw mismatch(type, "true or false") }
        return value
    }

    func decode(_ type: String.Type) throws -> String {
        guard case .string(let value) = json else { throw mismatch(type, "Text") }
        return value
    }

    func decode(_ type: Double.Type) throws -> Double {
        switch json {
        case .integer(let value): return Double(value)
        case .number(let value): return value
        default: throw mismatch(type, "A number")
        }
    }

    func decode(_ type: Float.Type) throws -> Float { Float(try decode(Double.self)) }
    func decode(_ type: Int.Type) throws -> Int { try integer(type) }
    func decode(_ type: Int8.Type) throws -> Int8 { try integer(type) }
    func decode(_ type: Int16.Type) throws -> Int16 { try integer(type) }
    func decode(_ type: Int32.Type) throws -> Int32 { try integer(type) }
    func decode(_ type: Int64.Type) throws -> Int64 { try integer(type) }
    func decode(_ type: UInt.Type) throws -> UInt { try integer(type) }
    func decode(_ type: UInt8.Type) throws -> UInt8 { try integer(type) }
    func decode(_ type: UInt16.Type) throws -> UInt16 { try integer(type) }
    func decode(_ type: UInt32.Type) throws -> UInt32 { try integer(type) }
    func decode(_ type: UInt64.Type) throws -> UInt64 { try integer(type) }
    func decode<T: Decodable>(_ type: T.Type) throws -> T { try value(type) }

    private func integer<T: FixedWidthInteger>(_ type: T.Type) throws -> T {
        guard let wide = json.integer, let value = T(exactly: wide) else { throw mismatch(type, "A whole number") }
        return value
    }
}

private struct Members<Key: CodingKey>: KeyedDecodingContainerProtocol {
    let members: [String: JSON]
    let codingPath: [any CodingKey]
    let dates: JSON.DateStyle

    var allKeys: [Key] { members.keys.compactMap { Key(stringValue: $0) } }
    func contains(_ key: Key) -> Bool { members[key.stringValue] != nil }
    func decodeNil(forKey key: Key) throws -> Bool { try member(key).decodeNil() }
    func decode<T: Decodable>(_ type: T.Type, forKey key: Key) throws -> T { try member(key).value(type) }

    func nestedContainer<Nested: CodingKey>(keyedBy type: Nested.Type, forKey key: Key) throws -> KeyedDecodingContainer<Nested> {
        try member(key).container(keyedBy: type)
    }

    func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer { try member(key).unkeyedContainer() }

    func superDecoder() throws -> any Decoder {
        JSONDecoding(json: members["super"] ?? .null, codingPath: codingPath, dates: dates)
    }

    func superDecoder(forKey key: Key) throws -> any Decoder { try member(key) }

    private func member(_ key: Key) throws -> JSONDecoding {
        guard let value = members[key.stringValue] else {
            throw DecodingError.keyNotFound(key, .init(codingPath: codingPath + [key], debugDescription: "\(key.stringValue) is missing."))
        }
        return JSONDecoding(json: value, codingPath: codingPath + [key], dates: dates)
    }
}

private struct Elements: UnkeyedDecodingContainer {
    let values: [JSON]
    let codingPath: [any CodingKey]
    let dates: JSON.DateStyle
    var currentIndex = 0
    var count: Int? { values.count }
    var isAtEnd: Bool { currentIndex >= values.count }

    mutating func decodeNil() throws -> Bool {
        guard !isAtEnd, values[currentIndex] == .null else { return false }
        currentIndex += 1
        return true
    }

    mutating func decode<T: Decodable>(_ type: T.Type) throws -> T {
        let value = try element().value(type)
        currentIndex += 1
        return value
    }

    mutating func nestedContainer<Nested: CodingKey>(keyedBy type: Nested.Type) throws -> KeyedDecodingContainer<Nested> {
        let container = try element().container(keyedBy: type)
        currentIndex += 1
        return container
    }

    mutating func nestedUnkeyedContainer() throws -> any UnkeyedDecodingContainer {
        let container = try element().unkeyedContainer()
        currentIndex += 1
        return container
    }

    mutating func superDecoder() throws -> any Decoder {
        let decoder = try element()
        currentIndex += 1
        return decoder
    }

    private func element() throws -> JSONDecoding {
        guard !isAtEnd else {
            throw DecodingError.valueNotFound(JSON.self, .init(codingPath: codingPath, debugDescription: "The array is too short."))
        }
        return JSONDecoding(json: values[currentIndex], codingPath: codingPath + [ElementKey(currentIndex)], dates: dates)
    }
}

extension JSON {
    /// What it is, in a few words, for a message.
    var summary: String {
        switch self {
        case .null: "null"
        case .boolean(let value): "\(value)"
        case .integer(let value): "\(value)"
        case .number(let value): "\(value)"
        case .string(let text): "\u{201C}\(text.prefix(40))\u{201D}"
        case .array: "an array"
        case .object: "an object"
        }
    }
}

/// Sentences about ranges, the same on every way in.
enum DateRange {
    static func reversed(lower: Date, upper: Date) -> String {
        "The range ends at \(ISO8601.string(upper)), before it starts at \(ISO8601.string(lower))."
    }
}
