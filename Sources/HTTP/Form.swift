/// Why a form or a query cannot be read.
public enum FormError: Error, Hashable, Sendable { case badEscape, invalidUTF8, tooManyFields }

/// The fields of an `application/x-www-form-urlencoded` body or of a query, in order (URL Standard, section 5.1; bad bytes are refused, not mended).
public struct Form: Sendable, Hashable {
    public struct Item: Sendable, Hashable {
        public var name: String
        public var value: String
        public init(_ name: String, _ value: String) {
            self.name = name
            self.value = value
        }
    }

    /// Most fields of one form: a body of 64 kB could otherwise hold 32,000, each a linear look-up.
    public static let maximumItems = 256

    public var items: [Item]

    public init(_ items: [Item] = []) { self.items = items }

    /// Reads a body or query; throws `FormError` for a bad escape, bytes that are no UTF-8, and more than `maximumItems` fields.
    public init(_ bytes: [UInt8]) throws(FormError) {
        items = []
        for part in bytes.split(separator: 0x26) {
            if items.count == Self.maximumItems { throw .tooManyFields }
            let mark = part.firstIndex(of: .equals) ?? part.endIndex
            let value = mark == part.endIndex ? part[mark...] : part[(mark + 1)...]
            items.append(Item(try Self.text(part[..<mark]), try Self.text(value)))
        }
    }

    public init(_ query: String) throws(FormError) { try self.init(Array(query.utf8)) }

    /// The first value of that name.
    public subscript(_ name: String) -> String? { items.first { $0.name == name }?.value }

    /// Every value of that name, in order.
    public func values(of name: String) -> [String] { items.filter { $0.name == name }.map(\.value) }

    /// `name=value&name=value`, for a body or behind a `?`.
    public var encoded: String {
        items.map { PercentCoding.formComponent($0.name) + "=" + PercentCoding.formComponent($0.value) }.joined(separator: "&")
    }

    private static func text(_ bytes: ArraySlice<UInt8>) throws(FormError) -> String {
        guard let decoded = percentDecoded(bytes, plusIsSpace: true) else { throw .badEscape }
        guard let text = String(validating: decoded, as: UTF8.self) else { throw .invalidUTF8 }
        return text
    }
}
