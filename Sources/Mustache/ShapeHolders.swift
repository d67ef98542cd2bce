/// Types whose emptiness is a placeholder, so that what they hold may even be the type that is being read.
protocol Holding {
    static var empty: Self { get }
    static func readElement(within types: [ObjectIdentifier], path: [any CodingKey]) throws -> Shape
}

protocol StringKeyed: Holding {}
protocol Listed: Holding {}
protocol Wrapping: Holding {}

extension Dictionary: Holding, StringKeyed where Key == String, Value: Decodable {
    static var empty: Self { [:] }
    static func readElement(within types: [ObjectIdentifier], path: [any CodingKey]) throws -> Shape {
        try ShapeDecoder.shape(of: Value.self, within: types, path: path)
    }
}

extension Array: Holding, Listed where Element: Decodable {
    static var empty: Self { [] }
    static func readElement(within types: [ObjectIdentifier], path: [any CodingKey]) throws -> Shape {
        try ShapeDecoder.shape(of: Element.self, within: types, path: path)
    }
}

extension Set: Holding, Listed where Element: Decodable {
    static var empty: Self { [] }
    static func readElement(within types: [ObjectIdentifier], path: [any CodingKey]) throws -> Shape {
        try ShapeDecoder.shape(of: Element.self, within: types, path: path)
    }
}

extension Optional: Holding, Wrapping where Wrapped: Decodable {
    static var empty: Self { nil }
    static func readElement(within types: [ObjectIdentifier], path: [any CodingKey]) throws -> Shape {
        try ShapeDecoder.shape(of: Wrapped.self, within: types, path: path)
    }
}
