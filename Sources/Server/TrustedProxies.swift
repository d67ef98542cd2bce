import HTTP

/// The proxies whose word about the client's address is taken.
public struct TrustedProxies: Sendable {
    private let ranges: [AddressRange]

    public init(_ ranges: [AddressRange] = []) { self.ranges = ranges }

    public func contains(_ address: IPAddress) -> Bool { ranges.contains { $0.contains(address) } }

    /// The client behind the socket's other end: the last hop of X-Forwarded-For that is no trusted proxy.
    ///
    /// Hops are read from the right: what stands left of an untrusted hop was written by whoever sent it, and may be forged.
    func client(of request: Request, socket: IPAddress) -> IPAddress {
        guard !ranges.isEmpty, contains(socket) else { return socket }
        let hops = request.fields.values(of: "X-Forwarded-For").flatMap { $0.split(separator: ",", omittingEmptySubsequences: false) }
        var client = socket
        for hop in hops.reversed() {
            guard let address = Self.address(ofHop: hop) else { return client }
            client = address
            if !contains(address) { return client }
        }
        return client
    }

    private static func address(ofHop hop: Substring) -> IPAddress? {
        let hop = hop.drop { $0 == " " || $0 == "\t" }.prefix { $0 != " " && $0 != "\t" }
        if let address = IPAddress(hop) { return address }
        // Some proxies add the port: 192.0.2.1:4711, [2001:db8::1]:4711.
        guard let colon = hop.lastIndex(of: ":") else { return nil }
        return IPAddress(hop[..<colon])
    }
}
