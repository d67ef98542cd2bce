/// Keyed: nil is written as null, not left out: a name that is left out would be looked for further out in the context.
struct KeyedEncoding<Key: CodingKey>: KeyedEncodingContainerProtocol {
    let encoding: Encoding
    var codingPath: [any CodingKey] { encoding.codingPath }

    func encodeNil(forKey key: Key) { encoding.put(.null, key.stringValue) }
    func encode<T: Encodable>(_ value: T, forKey key: Key) throws {
        encoding.put(try encoding.value(of: value, at: key), key.stringValue)
    }
    func encode(_ value: Bool, forKey key: Key) { encoding.put(.boolean(value), key.stringValue) }
    func encode(_ value: String, forKey key: Key) { encoding.put(.string(value), key.stringValue) }
    func encode(_ value: Int, forKey key: Key) { encoding.put(.integer(value), key.stringValue) }
    func encode(_ value: Double, forKey key: Key) throws { encoding.put(try encoding.value(number: value), key.stringValue) }
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
        encoding.open(key).container(keyedBy: type)
    }
    func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedEncodingContainer { encoding.open(key).unkeyedContainer() }
    func superEncoder() -> any Encoder { encoding.open(SuperKey.super) }
    func superEncoder(forKey key: Key) -> any Encoder { encoding.open(key) }
}

private enum SuperKey: CodingKey { case `super` }

struct UnkeyedEncoding: UnkeyedEncodingContainer {
    let encoding: Encoding
    var codingPath: [any CodingKey] { encoding.codingPath }
    var count: Int { encoding.count }

    func encodeNil() { encoding.append(.null) }
    func encode(_ value: String) { encoding.append(.string(value)) }
    func encode(_ value: Int) { encoding.append(.integer(value)) }
    func encode(_ value: Bool) { encoding.append(.boolean(value)) }
    func encode<T: Encodable>(_ value: T) throws { encoding.append(try encoding.value(of: value, at: IndexKey(intValue: count))) }
    func nestedContainer<Nested: CodingKey>(keyedBy type: Nested.Type) -> KeyedEncodingContainer<Nested> { open().container(keyedBy: type) }
    func nestedUnkeyedContainer() -> any UnkeyedEncodingContainer { open().unkeyedContainer() }
    func superEncoder() -> any Encoder { open() }

    private func open() -> Encoding {
        let key = IndexKey(intValue: count)
        encoding.append(.null)  // keeps the place
        return encoding.open(key)
    }
}

struct SingleValueEncoding: SingleValueEncodingContainer {
    let encoding: Encoding
    var codingPath: [any CodingKey] { encoding.codingPath }

    func encodeNil() { encoding.set(leaf: .null) }
    func encode(_ value: Bool) { encoding.set(leaf: .boolean(value)) }
    func encode(_ value: String) { encoding.set(leaf: .string(value)) }
    func encode(_ value: Double) throws { encoding.set(leaf: try encoding.value(number: value)) }
    func encode(_ value: Float) throws { encoding.set(leaf: try encoding.value(number: Double(value))) }
    func encode(_ value: Int) { encoding.set(leaf: .integer(value)) }
    func encode(_ value: Int8) throws { encoding.set(leaf: try encoding.value(integer: value)) }
    func encode(_ value: Int16) throws { encoding.set(leaf: try encoding.value(integer: value)) }
    func encode(_ value: Int32) throws { encoding.set(leaf: try encoding.value(integer: value)) }
    func encode(_ value: Int64) throws { encoding.set(leaf: try encoding.value(integer: value)) }
    func encode(_ value: UInt) throws { encoding.set(leaf: try encoding.value(integer: value)) }
    func encode(_ value: UInt8) throws { encoding.set(leaf: try encoding.value(integer: value)) }
    func encode(_ value: UInt16) throws { encoding.set(leaf: try encoding.value(integer: value)) }
    func encode(_ value: UInt32) throws { encoding.set(leaf: try encoding.value(integer: value)) }
    func encode(_ value: UInt64) throws { encoding.set(leaf: try encoding.value(integer: value)) }
    func encode<T: Encodable>(_ value: T) throws { try encoding.set(value) }
}
