struct KeyedShape<Key: CodingKey>: KeyedDecodingContainerProtocol {
    let decoder: ShapeDecoder
    var codingPath: [any CodingKey] { decoder.codingPath }
    var allKeys: [Key] { [] }

    func contains(_ key: Key) -> Bool { true }

    /// Asked by a type that reads an optional by itself: what it reads next is recorded, and stays optional.
    func decodeNil(forKey key: Key) -> Bool {
        decoder.record(key.stringValue, .optional(.anything))
        return false
    }

    func decode<T: Decodable>(_ type: T.Type, forKey key: Key) throws -> T {
        let (shape, value) = try ShapeDecoder.value(of: type, within: decoder, key)
        let wasOptional = decoder.isMemberOptional(key.stringValue)
        decoder.record(key.stringValue, wasOptional && shape == shape.unwrapped ? .optional(shape) : shape)
        return value
    }

    func decodeIfPresent<T: Decodable>(_ type: T.Type, forKey key: Key) throws -> T? {
        let shape = try ShapeDecoder.shape(of: type, within: decoder.types, path: codingPath + [key])
        return decodeIfPresent(key, shape)
    }

    func decodeIfPresent(_ type: Bool.Type, forKey key: Key) -> Bool? { decodeIfPresent(key, .boolean) }
    func decodeIfPresent(_ type: String.Type, forKey key: Key) -> String? { decodeIfPresent(key, .scalar) }
    func decodeIfPresent(_ type: Double.Type, forKey key: Key) -> Double? { decodeIfPresent(key, .scalar) }
    func decodeIfPresent(_ type: Float.Type, forKey key: Key) -> Float? { decodeIfPresent(key, .scalar) }
    func decodeIfPresent(_ type: Int.Type, forKey key: Key) -> Int? { decodeIfPresent(key, .scalar) }
    func decodeIfPresent(_ type: Int8.Type, forKey key: Key) -> Int8? { decodeIfPresent(key, .scalar) }
    func decodeIfPresent(_ type: Int16.Type, forKey key: Key) -> Int16? { decodeIfPresent(key, .scalar) }
    func decodeIfPresent(_ type: Int32.Type, forKey key: Key) -> Int32? { decodeIfPresent(key, .scalar) }
    func decodeIfPresent(_ type: Int64.Type, forKey key: Key) -> Int64? { decodeIfPresent(key, .scalar) }
    func decodeIfPresent(_ type: UInt.Type, forKey key: Key) -> UInt? { decodeIfPresent(key, .scalar) }
    func decodeIfPresent(_ type: UInt8.Type, forKey key: Key) -> UInt8? { decodeIfPresent(key, .scalar) }
    func decodeIfPresent(_ type: UInt16.Type, forKey key: Key) -> UInt16? { decodeIfPresent(key, .scalar) }
    func decodeIfPresent(_ type: UInt32.Type, forKey key: Key) -> UInt32? { decodeIfPresent(key, .scalar) }
    func decodeIfPresent(_ type: UInt64.Type, forKey key: Key) -> UInt64? { decodeIfPresent(key, .scalar) }

    private func decodeIfPresent<T>(_ key: Key, _ shape: Shape) -> T? {
        decoder.record(key.stringValue, .optional(shape.unwrapped))
        return nil
    }

    func nestedContainer<Nested: CodingKey>(keyedBy type: Nested.Type, forKey key: Key) throws -> KeyedDecodingContainer<Nested> {
        decoder.nested(key).container(keyedBy: type)
    }
    func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer { decoder.nested(key).unkeyedContainer() }
    func superDecoder() throws -> any Decoder { decoder.nested(IndexKey(stringValue: "super")) }
    func superDecoder(forKey key: Key) throws -> any Decoder { decoder.nested(key) }
}

/// An array of one element.
struct UnkeyedShape: UnkeyedDecodingContainer {
    let decoder: ShapeDecoder
    var codingPath: [any CodingKey] { decoder.codingPath }
    var count: Int? { 1 }
    var isAtEnd: Bool { currentIndex >= 1 }
    var currentIndex = 0

    init(decoder: ShapeDecoder) { self.decoder = decoder }

    func decodeNil() -> Bool { false }

    mutating func decode<T: Decodable>(_ type: T.Type) throws -> T {
        let (shape, value) = try ShapeDecoder.value(of: type, within: decoder, IndexKey(intValue: currentIndex))
        decoder.set(.array(shape))
        currentIndex += 1
        return value
    }

    mutating func nestedContainer<Nested: CodingKey>(keyedBy type: Nested.Type) throws -> KeyedDecodingContainer<Nested> {
        try superDecoder().container(keyedBy: type)
    }
    mutating func nestedUnkeyedContainer() throws -> any UnkeyedDecodingContainer { try superDecoder().unkeyedContainer() }
    mutating func superDecoder() throws -> any Decoder {
        currentIndex += 1
        let decoder = decoder
        decoder.set(.array(.object([:])))
        return decoder.child(IndexKey(intValue: currentIndex - 1)) { decoder.set(.array($0)) }
    }
}

struct SingleShape: SingleValueDecodingContainer {
    let decoder: ShapeDecoder
    var codingPath: [any CodingKey] { decoder.codingPath }

    func decodeNil() -> Bool {
        decoder.isOptional = true
        return false
    }

    func decode(_ type: Bool.Type) -> Bool { answer(false, .boolean) }
    func decode(_ type: String.Type) -> String { answer(decoder.text, .scalar) }
    func decode(_ type: Double.Type) -> Double { answer(0, .scalar) }
    func decode(_ type: Float.Type) -> Float { answer(0, .scalar) }
    func decode(_ type: Int.Type) -> Int { answer(0, .scalar) }
    func decode(_ type: Int8.Type) -> Int8 { answer(0, .scalar) }
    func decode(_ type: Int16.Type) -> Int16 { answer(0, .scalar) }
    func decode(_ type: Int32.Type) -> Int32 { answer(0, .scalar) }
    func decode(_ type: Int64.Type) -> Int64 { answer(0, .scalar) }
    func decode(_ type: UInt.Type) -> UInt { answer(0, .scalar) }
    func decode(_ type: UInt8.Type) -> UInt8 { answer(0, .scalar) }
    func decode(_ type: UInt16.Type) -> UInt16 { answer(0, .scalar) }
    func decode(_ type: UInt32.Type) -> UInt32 { answer(0, .scalar) }
    func decode(_ type: UInt64.Type) -> UInt64 { answer(0, .scalar) }

    func decode<T: Decodable>(_ type: T.Type) throws -> T {
        let (shape, value) = try ShapeDecoder.read(type, within: decoder.types, path: codingPath, text: decoder.text)
        return answer(value, shape)
    }

    private func answer<T>(_ value: T, _ shape: Shape) -> T {
        decoder.set(shape)
        return value
    }
}
