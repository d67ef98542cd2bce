/// Where a login goes on to: only ever a path of this server, so that no link can send people elsewhere after it.
public enum LocalPath {
    /// The longest that is kept, in bytes.
    static let limit = 2048

    /// The path as it was given, or `/`: `//evil`, `/\evil`, whole URLs, control bytes and the login itself all end there.
    public static func sanitized(_ text: String?) -> String {
        guard let text else { return "/" }
        let bytes = Array(text.utf8)
        guard bytes.count <= limit, bytes.first == UInt8(ascii: "/") else { return "/" }
        // Browsers read a backslash as a slash, and drop tabs and line ends before they look.
        guard bytes.allSatisfy({ (33...126).contains($0) && $0 != UInt8(ascii: "\\") }) else { return "/" }
        guard bytes.count == 1 || bytes[1] != UInt8(ascii: "/") else { return "/" }
        let path = bytes.prefix { $0 != UInt8(ascii: "?") && $0 != UInt8(ascii: "#") }
        let first = path.dropFirst().prefix { $0 != UInt8(ascii: "/") }
        guard !first.elementsEqual("login".utf8), !first.elementsEqual("logout".utf8) else { return "/" }
        return text
    }
}
