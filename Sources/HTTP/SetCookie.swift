/// A cookie to be set (RFC 6265, section 4.1).
public struct SetCookie: Sendable, Hashable {
    public enum SameSite: String, Sendable, Hashable {
        case strict = "Strict"
        case lax = "Lax"
        case none = "None"
    }

    public let name: String
    public let value: String
    public var path: String
    /// Seconds; 0 takes the cookie away, nil keeps it for the browser's session.
    public var maxAge: Int?
    public var isHTTPOnly: Bool
    public var isSecure: Bool
    public var sameSite: SameSite?

    /// Nil where name, value or path hold a byte that could end them: nothing is quoted or mended.
    public init?(
        _ name: String, _ value: String, path: String = "/", maxAge: Int? = nil, isHTTPOnly: Bool = true, isSecure: Bool = false,
        sameSite: SameSite? = .lax
    ) {
        guard !name.isEmpty, name.utf8.allSatisfy(\.isToken), value.utf8.allSatisfy(Self.mayStand) else { return nil }
        guard path.utf8.allSatisfy({ $0 >= 0x20 && $0 < 0x7F && $0 != .semicolon }) else { return nil }
        self.name = name
        self.value = value
        self.path = path
        self.maxAge = maxAge
        self.isHTTPOnly = isHTTPOnly
        self.isSecure = isSecure
        self.sameSite = sameSite
    }

    /// The value of a Set-Cookie field.
    public var fieldValue: String {
        var text = "\(name)=\(value); Path=\(path)"
        if let maxAge { text += "; Max-Age=\(maxAge)" }
        if isHTTPOnly { text += "; HttpOnly" }
        if isSecure { text += "; Secure" }
        if let sameSite { text += "; SameSite=" + sameSite.rawValue }
        return text
    }

    /// cookie-octet.
    private static func mayStand(_ byte: UInt8) -> Bool {
        byte > 0x20 && byte < 0x7F && byte != .quote && byte != .comma && byte != .semicolon && byte != .backslash
    }
}
