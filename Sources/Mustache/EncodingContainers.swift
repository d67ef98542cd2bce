/// Keyed: nil is written as null, not left out: a name that is left out would be looked for further out in the context.
struct KeyedEncoding<Key: CodingKey>: KeyedEncodingContainerProtocol {
    let encoding: Encoding
    var codingPath: [any CodingKey] { encoding.codingPath }

    func encodeNil(forKey key: Key) { encoding.member(key).content = .value(.null) }
    func encode<T: Encodable>(_ value: T, forKey key: Key) throws { try encoding.member(key).set(value) }
    func encode(_ value: Bool, forKey key: Key) { encoding.member(key).content = .value(.boolean(value)) }
    func encode(_ value: String, forKey key: Key) { encoding.member(key).content = .value(.string(value)) }
    func encode(_ value: Int, forKey key: Key) { encoding.member(key).content = .value(.integer(value)) }
    func encode(_ value: Double, forKey key: Key) throws { try encoding.member(key).set(number: value) }
    func encodeIfPresent<T: Encodable>(_ value: T?, forKey key: Key) throws {
        if let value { try encode(value, forKey: key) } else { encodeNil(forKey: key) }
    }
    func encodeIfPresent(_ value: Bool?, forKey key: Key) throws { try put(value, key) }
    func encodeIfPresent(_ value: String?, forKey key: Key) throws { try put(value, key) }
    func encodeIfPresent(_ value: Double?, forKey key: Key) throws { try put(value, key) }
    func encodeIfPresent(_ value: Float?, forKey key: Key) throws { try put(value, key) }
    func encodeIfPresent(_ value: Int?, forKey key: Key) throws { try put(value, key) }
    func encodeIfPresent(_ value: Int8?, forKey key: Key) throws { try put(value, key) }
    func encodeIfPresent(_ value: Int16?, forKey key: Key) throws { try put(value, key) }
    func encodeIfPresent(_ value: Int32?, forKey key: Key) throws { try put(value, key) }
    func encodeIfPresent(_ value: Int64?, forKey key: Key) throws { try put(value, key) }
    func encodeIfPresent(_ value: UInt?, forKey key: Key) throws { try put(value, key) }
    func encodeIfPresent(_ value: UInt8?, forKey key: Key) throws { try put(value, key) }
    func encodeIfPresent(_ value: UInt16?, forKey key: Key) throws { try put(value, key) }
    func encodeIfPresent(_ value: UInt32?, forKey key: Key) throws { try put(value, key) }
    func encodeIfPresent(_ value: UInt64?, forKey key: Key) throws { try put(value, key) }

    private func put<T: Encodable>(_ value: T?, _ key: Key) throws {
        if let value { try encode(value, forKey: key) } else { encodeNil(forKey: key) }
    }

    func nestedContainer<Nested: CodingKey>(keyedBy type: Nested.Type, forKey key: Key) -> KeyedEncodingContainer<Nested> {
        encoding.member(key).container(keyedBy: type)
    }
    func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedEncodingContainer { encoding.member(key).unkeyedContainer() }
    func superEncoder() -> any Encoder { encoding.member(SuperKey.super) }
    func superEncoder(forKey key: Key) -> any Encoder { encoding.member(key) }
}

private enum SuperKey: CodingKey { case `super` }

struct UnkeyedEncoding: UnkeyedEncodingContainer {
    let encoding: Encoding
    var codingPath: [any CodingKey] { encoding.codingPath }
    var count: Int {
        if case .elements(let elements) = encoding.content { elements.count } else { 0 }
    }

    func encodeNil() { encoding.element().content = .value(.null) }
    func encode<T: Encodable>(_ value: T) throws { try encoding.element().set(value) }
    func nestedContainer<Nested: CodingKey>(keyedBy type: Nested.Type) -> KeyedEncodingContainer<Nested> {
        encoding.element().container(keyedBy: type)
    }
    func nestedUnkeyedContainer() -> any UnkeyedEncodingContainer { encoding.element().unkeyedContainer() }
    func superEncoder() -> any Encoder { encoding.element() }
}

struct SingleValueEncoding: SingleValueEncodingContainer {
    let encoding: Encoding
    var codingPath: [any CodingKey] { encoding.codingPath }

    func encodeNil() { encoding.content = .value(.null) }
    func encode(_ value: Bool) { encoding.content = .value(.boolean(value)) }
    func encode(_ value: String) { encoding.content = .value(.string(value)) }
    func encode(_ value: Double) throws { try encoding.set(number: value) }
    func encode(_ value: Float) throws { try encoding.set(number: Double(value)) }
    func encode(_ value: Int) { encoding.content = .value(.integer(value)) }
    func encode(_ value: Int8) throws { try encoding.set(integer: value) }
    func encode(_ value: Int16) throws { try encoding.set(integer: value) }
    func encode(_ value: Int32) throws { try encoding.set(integer: value) }
    func encode(_ value: Int64) throws { try encoding.set(integer: value) }
    func encode(_ value: UInt) throws { try encoding.set(integer: value) }
    func encode(_ value: UInt8) throws { try encoding.set(integer: value) }
    func encode(_ value: UInt16) throws { try encoding.set(integer: value) }
    func encode(_ value: UInt32) throws { try encoding.set(integer: value) }
    func encode(_ value: UInt64) throws { try encoding.set(integer: value) }
    func encode<T: Encodable>(_ value: T) throws { try encoding.set(value) }
}
