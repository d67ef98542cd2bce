/// An origin (RFC 6454): scheme, host and port; also the form in which `--base-url` is kept.
public struct WebOrigin: Hashable, Sendable, CustomStringConvertible {
    public enum Scheme: String, Sendable { case http, https }

    public let scheme: Scheme
    let host: Authority.Host
    public let port: Int

    init(scheme: Scheme, authority: Authority) {
        self.scheme = scheme
        host = authority.host
        port = authority.port ?? (scheme == .https ? 443 : 80)
    }

    /// `https://islet.example`, with a port if need be; nil for anything more (a path, a user) or less.
    public init?(_ text: String) {
        let lowered = text.lowercased()
        for scheme in [Scheme.http, .https] {
            let prefix = scheme.rawValue + "://"
            guard lowered.hasPrefix(prefix) else { continue }
            guard let authority = Authority(String(text.dropFirst(prefix.count))) else { return nil }
            self.init(scheme: scheme, authority: authority)
            return
        }
        return nil
    }

    /// Without a final slash; the port only where it is not the scheme's own.
    public var description: String {
        let shown = port == (scheme == .https ? 443 : 80) ? "" : ":\(port)"
        return "\(scheme.rawValue)://\(hostText)\(shown)"
    }

    private var hostText: String {
        switch host {
        case .name(let name): name
        case .ipv4(let octets): octets.map { String($0) }.joined(separator: ".")
        case .ipv6(let groups): "[" + groups.map { String($0, radix: 16) }.joined(separator: ":") + "]"
        }
    }
}
