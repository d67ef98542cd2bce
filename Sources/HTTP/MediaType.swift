/// A media type with its parameters (RFC 9110, section 8.3.1).
public struct MediaType: Sendable, Hashable, CustomStringConvertible {
    public struct Parameter: Sendable, Hashable {
        public let name: String
        public let value: String
    }

    /// In lower case.
    public let type: String
    /// In lower case.
    public let subtype: String
    /// In order, names in lower case, values as they came without quotes.
    public let parameters: [Parameter]

    public init(_ type: String, _ subtype: String) {
        self.type = type.lowercased()
        self.subtype = subtype.lowercased()
        parameters = []
    }

    /// Reads a Content-Type value; nil for anything that is not one media type to the letter.
    public init?(_ text: String) {
        var scanner = FieldScanner(text)
        scanner.skipBlanks()
        guard let type = scanner.token(), scanner.skip(.slash), let subtype = scanner.token() else { return nil }
        guard let parameters = scanner.parameters(), scanner.isAtEnd else { return nil }
        self.type = type.lowercased()
        self.subtype = subtype.lowercased()
        self.parameters = parameters.map { Parameter(name: $0.name, value: $0.value) }
    }

    /// The first value of that parameter.
    public subscript(_ parameter: String) -> String? { parameters.first { $0.name == parameter.lowercased() }?.value }

    /// Whether it is what `pattern` names, parameters aside; `*` there stands for any.
    public func matches(_ pattern: MediaType) -> Bool {
        (pattern.type == "*" || pattern.type == type) && (pattern.subtype == "*" || pattern.subtype == subtype)
    }

    /// Type and subtype, without parameters.
    public var description: String { type + "/" + subtype }

    public static let json = MediaType("application", "json")
    public static let problemJSON = MediaType("application", "problem+json")
    public static let form = MediaType("application", "x-www-form-urlencoded")
    public static let html = MediaType("text", "html")
    public static let plainText = MediaType("text", "plain")
    public static let eventStream = MediaType("text", "event-stream")
}
