/// One whole request, its body read (RFC 9112).
public struct Request: Sendable {
    public enum Version: Sendable, Hashable { case http1_0, http1_1 }

    public var method: Method
    public var target: Target
    public var version: Version
    public var fields: Fields
    public var body: [UInt8]
    /// The client's numeric address, behind a trusted proxy the forwarded one; for limits and logs only.
    public var peer: String

    public init(
        method: Method, target: Target, version: Version = .http1_1, fields: Fields = Fields(), body: [UInt8] = [], peer: String = ""
    ) {
        self.method = method
        self.target = target
        self.version = version
        self.fields = fields
        self.body = body
        self.peer = peer
    }
}
