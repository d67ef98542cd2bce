/// How the server is reached, in words and URLs.
enum Address {
    static func url(host: String, port: UInt16) -> String {
        let name = host == "0.0.0.0" || host == "::" ? "127.0.0.1" : host.contains(":") ? "[\(host)]" : host
        return port == 80 ? "http://\(name)" : "http://\(name):\(port)"
    }

    static func isLoopback(_ host: String) -> Bool { host.hasPrefix("127.") || host == "::1" || host == "localhost" }

    /// Reachable from elsewhere, and nothing says that TLS stands in front.
    static func isPlainBeyondLoopback(_ configuration: Configuration) -> Bool {
        if let base = configuration.baseURL { return base.hasPrefix("http://") && !isLoopback(host(of: base)) }
        return !isLoopback(configuration.host)
    }

    private static func host(of base: String) -> String {
        let authority = base.dropFirst("http://".count)
        if authority.hasPrefix("[") { return String(authority.dropFirst().prefix { $0 != "]" }) }
        return String(authority.prefix { $0 != ":" })
    }

    static func plainHTTPWarning(port: UInt16) -> String {
        """
        This is plain http beyond this machine: tokens and pages can be read on the way, and browsers withhold the service worker,
        the wake lock, the clipboard and Picture-in-Picture. Put Caddy in front: caddy reverse-proxy --from your.name --to 127.0.0.1:\(port),
        and start islet with --base-url https://your.name
        """
    }
}
