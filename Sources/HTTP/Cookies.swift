/// The cookies of a request, in order (RFC 6265, section 4.2); pairs that are none are passed over, as every server does.
public struct Cookies: Sendable, Hashable {
    public struct Pair: Sendable, Hashable {
        public let name: String
        public let value: String
    }

    public let pairs: [Pair]

    public init(_ fields: Fields) { self.init(values: fields.values(of: "Cookie")) }

    public init(values: [String]) {
        pairs = values.flatMap { value in value.utf8.split(separator: .semicolon).compactMap { Self.pair($0) } }
    }

    /// The first value of that name, which is the one with the most specific path; names compare with regard to case.
    public subscript(_ name: String) -> String? { pairs.first { $0.name == name }?.value }

    private static func pair(_ bytes: Substring.UTF8View) -> Pair? {
        guard let mark = bytes.firstIndex(of: .equals) else { return nil }
        let name = trimmed(bytes[..<mark])
        var value = trimmed(bytes[bytes.index(after: mark)...])
        guard !name.isEmpty, name.allSatisfy(\.isToken) else { return nil }
        if value.count >= 2, value.first == .quote, value.last == .quote { value = value.dropFirst().dropLast() }
        guard value.allSatisfy({ $0.isFieldContent }) else { return nil }
        return Pair(name: String(decoding: name, as: UTF8.self), value: String(decoding: value, as: UTF8.self))
    }
}
