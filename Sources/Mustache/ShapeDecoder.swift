import FoundationEssentials

extension Shape {
    /// The shape of what a type reads when it is decoded, found by running its `init(from:)` on placeholders: every key it asks for is a name.
    /// Optionals, arrays and dictionaries with String keys are told apart; a type that contains itself is `anything` there. Throws `DecodingError` for dates, and for
    /// types that refuse every placeholder (an enum without CaseIterable): such a shape is written by hand.
    public init<T: Decodable>(of type: T.Type) throws {
        self = try ShapeDecoder.read(type, within: [], path: []).shape
    }
}

/// Records what is asked of it, and answers with placeholders.
final class ShapeDecoder: Decoder {
    let codingPath: [any CodingKey]
    var userInfo: [CodingUserInfoKey: Any] { [:] }
    let types: [ObjectIdentifier]  // being read, outermost first
    let text: String  // the placeholder for String
    private(set) var shape: Shape?
    var isOptional = false
    private let report: ((Shape) -> Void)?  // tells the outer one of a nested container what was found so far

    init(types: [ObjectIdentifier], path: [any CodingKey], text: String, report: ((Shape) -> Void)? = nil) {
        self.types = types
        codingPath = path
        self.text = text
        self.report = report
    }

    /// Placeholders for String: empty, then what types that read their own text are most likely to take.
    private static let texts = ["", "0", "00000000-0000-0000-0000-000000000000"]

    /// The shape of a type and a placeholder of it; the placeholder is nil where none can be made.
    static func read<T: Decodable>(_ type: T.Type, within types: [ObjectIdentifier], path: [any CodingKey], text: String? = nil) throws -> (
        shape: Shape, value: T
    ) {
        if let known = try readKnown(type, within: types, path: path) { return known }
        let identity = ObjectIdentifier(type)
        guard !types.contains(identity) else { return (.anything, try placeholder(type) ?? refuse(type, path)) }
        var failure: (any Error)?
        var shape: Shape?
        for text in text.map({ [$0] }) ?? texts {
            let decoder = ShapeDecoder(types: types + [identity], path: path, text: text)
            do {
                let value = try T(from: decoder)
                return (decoder.result, value)
            } catch {
                failure = failure ?? error
                shape = shape ?? decoder.result
            }
        }
        guard let value = placeholder(type) else { throw failure ?? DecodingError.dataCorrupted(context(type, path)) }
        return (shape ?? .anything, value)
    }

    private static func readKnown<T: Decodable>(
        _ type: T.Type, within types: [ObjectIdentifier], path: [any CodingKey]
    ) throws -> (shape: Shape, value: T)? {
        if type == Date.self { throw DecodingError.dataCorrupted(context(type, path, "A date is not shown as such")) }
        if let value = Value.null as? T { return (.anything, value) }
        if let dictionary = type as? any StringKeyed.Type, let value = dictionary.empty as? T {
            return (.dictionary(try dictionary.readElement(within: types, path: path)), value)
        }
        if let list = type as? any Listed.Type, let value = list.empty as? T {
            return (.array(try list.readElement(within: types, path: path)), value)
        }
        if let wrapped = type as? any Wrapping.Type, let value = wrapped.empty as? T {
            return (.optional(try wrapped.readElement(within: types, path: path)), value)
        }
        return nil
    }

    /// The shape only, for what holds it in a place that may be empty.
    static func shape<T: Decodable>(of type: T.Type, within types: [ObjectIdentifier], path: [any CodingKey]) throws -> Shape {
        if types.contains(ObjectIdentifier(type)) { return .anything }
        do {
            return try read(type, within: types, path: path).shape
        } catch  where type is any RawRepresentable.Type {
            return .scalar  // an enum without CaseIterable has no placeholder, and needs none here
        }
    }

    private static func placeholder<T>(_ type: T.Type) -> T? {
        guard let cases = type as? any CaseIterable.Type else { return nil }
        return cases.anyCase as? T
    }

    private static func refuse<T>(_ type: T.Type, _ path: [any CodingKey]) throws -> T {
        throw DecodingError.dataCorrupted(context(type, path))
    }

    private static func context<T>(_ type: T.Type, _ path: [any CodingKey], _ reason: String = "No placeholder fits")
        -> DecodingError.Context
    {
        .init(codingPath: path, debugDescription: "\(reason): the shape of \(type) is written by hand.")
    }

    private var result: Shape {
        let shape = shape ?? .object([:])
        return isOptional ? .optional(shape) : shape
    }

    static func value<T: Decodable>(of type: T.Type, within decoder: ShapeDecoder, _ key: any CodingKey) throws -> (shape: Shape, value: T)
    {
        try read(type, within: decoder.types, path: decoder.codingPath + [key])
    }

    func set(_ shape: Shape) {
        self.shape = shape
        report?(result)
    }

    func record(_ name: String, _ shape: Shape) {
        guard case .object(var members)? = self.shape else { return set(.object([name: shape])) }
        members[name] = shape
        set(.object(members))
    }

    func isMemberOptional(_ name: String) -> Bool {
        guard case .object(let members)? = shape, case .optional? = members[name] else { return false }
        return true
    }

    func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedDecodingContainer<Key> {
        if case .object? = shape {} else { set(.object([:])) }
        return KeyedDecodingContainer(KeyedShape<Key>(decoder: self))
    }

    func unkeyedContainer() -> any UnkeyedDecodingContainer { UnkeyedShape(decoder: self) }
    func singleValueContainer() -> any SingleValueDecodingContainer { SingleShape(decoder: self) }

    func child(_ key: any CodingKey, report: @escaping (Shape) -> Void) -> ShapeDecoder {
        ShapeDecoder(types: types, path: codingPath + [key], text: text, report: report)
    }

    func nested(_ key: any CodingKey) -> ShapeDecoder {
        child(key) { self.record(key.stringValue, $0) }
    }
}

extension CaseIterable {
    fileprivate static var anyCase: Self? { allCases.first }
}
