import Foundation

extension JSON {
    /// The value as JSON: a `Date` as ISO 8601 UTC with milliseconds, a `ClosedRange<Date>` as `[lower, upper]`, a nil member left
    /// out; throws `EncodingError` for a number that JSON cannot write.
    public static func encode(_ value: some Encodable) throws -> JSON {
        let place = JSONPlace()
        try place.put(value, path: [])
        return place.json
    }
}

/// Where one value is being built: containers are asked for before what they hold is known.
private final class JSONPlace {
    private enum Content {
        case leaf(JSON)
        case array([JSONPlace])
        case object([String: JSONPlace])
    }

    private var content = Content.leaf(.null)

    var json: JSON {
        switch content {
        case .leaf(let value): value
        case .array(let places): .array(places.map(\.json))
        case .object(let places): .object(places.mapValues(\.json))
        }
    }

    var count: Int {
        if case .array(let places) = content { places.count } else { 0 }
    }

    func put(_ value: some Encodable, path: [any CodingKey]) throws {
        switch value {
        case let date as Date: set(.string(ISO8601.string(date)))
        case let json as JSON: set(json)
        default: try value.encode(to: JSONEncoding(place: self, codingPath: path))
        }
    }

    func set(_ value: JSON) { content = .leaf(value) }

    func becomeObject() {
        if case .object = content { return }
        content = .object([:])
    }

    func becomeArray() {
        if case .array = content { return }
        content = .array([])
    }

    func member(_ name: String) -> JSONPlace {
        let place = JSONPlace()
        guard case .object(var places) = content else { return place }
        content = .leaf(.null)
        places[name] = place
        content = .object(places)
        return place
    }

    func element() -> JSONPlace {
        let place = JSONPlace()
        guard case .array(var places) = content else { return place }
        content = .leaf(.null)
        places.append(place)
        content = .array(places)
        return place
    }
}

private struct JSONEncoding: Encoder, SingleValueEncodingContainer {
    let place: JSONPlace
    let codingPath: [any CodingKey]
    var userInfo: [CodingUserInfoKey: Any] { [:] }

    func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
        place.becomeObject()
        return KeyedEncodingContainer(Members<Key>(place: place, codingPath: codingPath))
    }

    func unkeyedContainer() -> any UnkeyedEncodingContainer {
        place.becomeArray()
        return Elements(place: place, codingPath: codingPath)
    }

    func singleValueContainer() -> any SingleValueEncodingContainer { self }

    func encodeNil() { place.set(.null) }
    func encode(_ value: Bool) { place.set(.boolean(value)) }
    func encode(_ value: String) { place.set(.string(value)) }
    func encode(_ value: Double) throws {
        guard value.isFinite else {
            throw EncodingError.invalidValue(value, .init(codingPath: codingPath, debugDescription: "JSON has no \(value)"))
        }
        place.set(.number(value))
    }
    func encode(_ value: Float) throws { try encode(Double(value)) }
    func encode(_ value: Int) throws { try integer(value) }
    func encode(_ value: Int8) throws { try integer(value) }
    func encode(_ value: Int16) throws { try integer(value) }
    func encode(_ value: Int32) throws { try integer(value) }
    func encode(_ value: Int64) throws { try integer(value) }
    func encode(_ value: UInt) throws { try integer(value) }
    func encode(_ value: UInt8) throws { try integer(value) }
    func encode(_ value: UInt16) throws { try integer(value) }
    func encode(_ value: UInt32) throws { try integer(value) }
    func encode(_ value: UInt64) throws { try integer(value) }
    func encode<T: Encodable>(_ value: T) throws { try place.put(value, path: codingPath) }

    private func integer(_ value: some BinaryInteger) throws {
        guard let integer = Int64(exactly: value) else {
            throw EncodingError.invalidValue(value, .init(codingPath: codingPath, debugDescription: "\(value) is too large to keep"))
        }
        place.set(.integer(integer))
    }
}

private struct Members<Key: CodingKey>: KeyedEncodingContainerProtocol {
    let place: JSONPlace
    let codingPath: [any CodingKey]

    mutating func encodeNil(forKey key: Key) { place.member(key.stringValue).set(.null) }

    mutating func encode<T: Encodable>(_ value: T, forKey key: Key) throws {
        try place.member(key.stringValue).put(value, path: codingPath + [key])
    }

    mutating func nestedContainer<Nested: CodingKey>(keyedBy type: Nested.Type, forKey key: Key) -> KeyedEncodingContainer<Nested> {
        member(key).container(keyedBy: type)
    }

    mutating func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedEncodingContainer { member(key).unkeyedContainer() }
    mutating func superEncoder() -> any Encoder { JSONEncoding(place: place.member("super"), codingPath: codingPath) }
    mutating func superEncoder(forKey key: Key) -> any Encoder { member(key) }

    private func member(_ key: Key) -> JSONEncoding {
        JSONEncoding(place: place.member(key.stringValue), codingPath: codingPath + [key])
    }
}

private struct Elements: UnkeyedEncodingContainer {
    let place: JSONPlace
    let codingPath: [any CodingKey]
    var count: Int { place.count }

    mutating func encodeNil() { place.element().set(.null) }
    mutating func encode<T: Encodable>(_ value: T) throws { try place.element().put(value, path: codingPath) }

    mutating func nestedContainer<Nested: CodingKey>(keyedBy type: Nested.Type) -> KeyedEncodingContainer<Nested> {
        superEncoderPlace().container(keyedBy: type)
    }

    mutating func nestedUnkeyedContainer() -> any UnkeyedEncodingContainer { superEncoderPlace().unkeyedContainer() }
    mutating func superEncoder() -> any Encoder { superEncoderPlace() }

    private func superEncoderPlace() -> JSONEncoding { JSONEncoding(place: place.element(), codingPath: codingPath) }
}
