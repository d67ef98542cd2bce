import HTTP

/// Where a server listens and what it bounds.
public struct ServerConfiguration: Sendable {
    /// A numeric IPv4 or IPv6 address, or `localhost`.
    public var host = "127.0.0.1"
    /// 0: the system picks one.
    public var port: UInt16 = 8080
    /// Event loops; 0: one per core.
    public var loops = 0
    public var deadlines = Deadlines()
    /// Connections in all.
    public var connections = 100_000
    /// Connections of one client address; loopback and trusted proxies are exempt.
    public var connectionsPerAddress = 256
    public var trustedProxies = TrustedProxies()
    /// Bytes of a request's body.
    public var bodyBound = 1 << 20

    public init() {}
}
