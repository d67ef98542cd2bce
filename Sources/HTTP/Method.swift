/// A request method, any token (RFC 9110, section 9); the case matters.
public struct Method: RawRepresentable, Hashable, Sendable {
    public let rawValue: String
    public init(rawValue: String) { self.rawValue = rawValue }

    public static let get = Method(rawValue: "GET")
    public static let head = Method(rawValue: "HEAD")
    public static let post = Method(rawValue: "POST")
    public static let put = Method(rawValue: "PUT")
    public static let delete = Method(rawValue: "DELETE")
    public static let options = Method(rawValue: "OPTIONS")

    /// Whether the method asks for no change (RFC 9110, section 9.2.1).
    public var isSafe: Bool { self == .get || self == .head || self == .options }
}
