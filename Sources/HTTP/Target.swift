/// A request target, split but not decoded (RFC 9112, section 3.2): of an absolute form only path and query stay here.
public struct Target: Sendable, Hashable {
    /// The path as it was sent, still percent-encoded, always with a leading slash (or `*`).
    public var path: String
    /// What stands behind the first `?`, still encoded; nil where there is none.
    public var query: String?
    /// The host and port of an absolute-form target, which then wins over the Host field.
    public var authority: String?

    public init(path: String, query: String? = nil, authority: String? = nil) {
        self.path = path
        self.query = query
        self.authority = authority
    }
}
