import FoundationEssentials

/// Makes a value of anything Encodable, directly, without JSON in between.
public struct ValueEncoder: Sendable {
    /// A view is as deep as a person wrote it; deeper ones come from a type that contains itself and would overflow the stack.
    public static let maximumDepth = 64

    public init() {}

    /// Nil becomes null, so that it hides an outer value of the same name; throws `EncodingError` for dates (a view says when in words or seconds),
    /// numbers that are not finite or beyond Int, and values deeper than `maximumDepth`.
    public func encode(_ value: some Encodable) throws -> Value {
        try Encoding.value(of: value, path: [])
    }
}

/// One value while it is being encoded; containers write into it.
final class Encoding: Encoder {
    enum Content {
        case nothing
        case value(Value)
        case members([String: Encoding])
        case elements([Encoding])
    }

    let codingPath: [any CodingKey]
    var userInfo: [CodingUserInfoKey: Any] { [:] }
    var content = Content.nothing

    init(path: [any CodingKey]) { codingPath = path }

    static func value<T: Encodable>(of value: T, path: [any CodingKey]) throws -> Value {
        let encoding = Encoding(path: path)
        try encoding.set(value)
        return encoding.value
    }

    func set<T: Encodable>(_ value: T) throws {
        switch value {
        case let value as String: content = .value(.string(value))
        case let value as Bool: content = .value(.boolean(value))
        case let value as Int: content = .value(.integer(value))
        case let value as Value: content = .value(value)
        case is Date: throw invalid(value, "A date is not shown as such: the view gives text or seconds.")
        default:
            guard codingPath.count <= ValueEncoder.maximumDepth else { throw invalid(value, "The value nests too deeply.") }
            try value.encode(to: self)
        }
    }

    func set(number: Double) throws {
        guard number.isFinite else { throw invalid(number, "The number is not finite.") }
        content = .value(.number(number))
    }

    func set(integer: some BinaryInteger & Sendable) throws {
        guard let value = Int(exactly: integer) else { throw invalid(integer, "The number is too large.") }
        content = .value(.integer(value))
    }

    func member(_ key: any CodingKey) -> Encoding {
        let member = Encoding(path: codingPath + [key])
        guard case .members(var members) = content else {
            content = .members([key.stringValue: member])
            return member
        }
        content = .nothing  // gives up a reference, so that the dictionary is changed in place
        members[key.stringValue] = member
        content = .members(members)
        return member
    }

    func element() -> Encoding {
        guard case .elements(var elements) = content else {
            let element = Encoding(path: codingPath + [IndexKey(intValue: 0)])
            content = .elements([element])
            return element
        }
        content = .nothing
        let element = Encoding(path: codingPath + [IndexKey(intValue: elements.count)])
        elements.append(element)
        content = .elements(elements)
        return element
    }

    /// Of an unkeyed or keyed container that nothing was put into, too.
    var value: Value {
        switch content {
        case .nothing: .null
        case .value(let value): value
        case .members(let members): .object(members.mapValues(\.value))
        case .elements(let elements): .array(elements.map(\.value))
        }
    }

    func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
        if case .members = content {} else { content = .members([:]) }
        return KeyedEncodingContainer(KeyedEncoding<Key>(encoding: self))
    }

    func unkeyedContainer() -> any UnkeyedEncodingContainer {
        if case .elements = content {} else { content = .elements([]) }
        return UnkeyedEncoding(encoding: self)
    }

    func singleValueContainer() -> any SingleValueEncodingContainer { SingleValueEncoding(encoding: self) }

    private func invalid(_ value: Any, _ sentence: String) -> EncodingError {
        .invalidValue(value, .init(codingPath: codingPath, debugDescription: sentence))
    }
}

/// The place of an element in an array.
struct IndexKey: CodingKey {
    let stringValue: String
    let intValue: Int?

    init(intValue: Int) {
        stringValue = String(intValue)
        self.intValue = intValue
    }

    init(stringValue: String) {
        self.stringValue = stringValue
        intValue = nil
    }
}
