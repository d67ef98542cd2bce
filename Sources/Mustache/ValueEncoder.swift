import FoundationEssentials

/// Makes a value of anything Encodable, directly, without JSON in between.
public struct ValueEncoder: Sendable {
    /// A view is as deep as a person wrote it; deeper ones come from a type that contains itself and would overflow the stack.
    public static let maximumDepth = 64

    public init() {}

    /// Nil becomes null, so that it hides an outer value of the same name; throws `EncodingError` for dates (a view says when in words or seconds),
    /// numbers that are not finite or beyond Int, and values deeper than `maximumDepth`.
    public func encode(_ value: some Encodable) throws -> Value {
        let encoding = Encoding()
        try encoding.set(value)
        return encoding.value
    }
}

/// One value while it is being encoded; containers write into it.
final class Encoding: Encoder {
    private let parent: Encoding?
    private let key: (any CodingKey)?
    private let depth: Int
    private(set) var content = Value.null
    private var nested: [(key: any CodingKey, encoding: Encoding)] = []  // containers that may still be written to

    init(parent: Encoding? = nil, key: (any CodingKey)? = nil) {
        self.parent = parent
        self.key = key
        depth = (parent?.depth ?? -1) + 1
    }

    var codingPath: [any CodingKey] { (parent?.codingPath ?? []) + (key.map { [$0] } ?? []) }
    var userInfo: [CodingUserInfoKey: Any] { [:] }

    func set<T: Encodable>(_ value: T) throws {
        switch value {
        case let value as String: content = .string(value)
        case let value as Value: content = value
        case is Date: throw invalid(value, "A date is not shown as such: the view gives text or seconds.")
        default:
            guard depth <= ValueEncoder.maximumDepth else { throw invalid(value, "The value nests too deeply.") }
            try value.encode(to: self)
        }
    }

    func set(leaf: Value) { content = leaf }

    func value(number: Double) throws -> Value {
        guard number.isFinite else { throw invalid(number, "The number is not finite.") }
        return .number(number)
    }

    func value(integer: some BinaryInteger & Sendable) throws -> Value {
        guard let value = Int(exactly: integer) else { throw invalid(integer, "The number is too large.") }
        return .integer(value)
    }

    func value<T: Encodable>(of value: T, at key: any CodingKey) throws -> Value {
        let encoding = Encoding(parent: self, key: key)
        try encoding.set(value)
        return encoding.value
    }

    func put(_ value: Value, _ name: String) {
        guard case .object(var members) = content else {
            content = .object([name: value])
            return
        }
        content = .null  // gives up a reference, so that the dictionary is changed in place
        members[name] = value
        content = .object(members)
    }

    func append(_ value: Value) {
        guard case .array(var elements) = content else {
            content = .array([value])
            return
        }
        content = .null
        elements.append(value)
        content = .array(elements)
    }

    /// A container inside, whose value is taken when this one's is.
    func open(_ key: any CodingKey) -> Encoding {
        let encoding = Encoding(parent: self, key: key)
        nested.append((key, encoding))
        return encoding
    }

    var value: Value {
        for (key, encoding) in nested {
            if case .array(var elements) = content, let index = key.intValue {
                elements[index] = encoding.value
                content = .array(elements)
            } else {
                put(encoding.value, key.stringValue)
            }
        }
        return content
    }

    var count: Int {
        if case .array(let elements) = content { elements.count } else { 0 }
    }

    func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
        if case .object = content {} else { content = .object([:]) }
        return KeyedEncodingContainer(KeyedEncoding<Key>(encoding: self))
    }

    func unkeyedContainer() -> any UnkeyedEncodingContainer {
        if case .array = content {} else { content = .array([]) }
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
