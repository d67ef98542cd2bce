/// What decides who is who, taken from the flags (http.md, "Who may do what").
public struct AccessConfiguration: Sendable {
    /// Whoever reaches the server is the operator.
    public let noLogin: Bool
    /// Where the server is seen from outside.
    public let baseURL: WebOrigin?
    /// Host names, or `name:port` where only that port is meant.
    public let allowHosts: [String]
    /// The port that the server listens on, once it is known.
    public let port: Int
    public let machineName: String
    let allowed: [Authority]
    let machine: Authority.Host?

    /// Throws what is wrong in one sentence, for exit 64.
    public init(
        noLogin: Bool = false, baseURL: String? = nil, allowHosts: [String] = [], port: Int, machineName: String
    ) throws(AccessConfigurationError) {
        self.noLogin = noLogin
        self.baseURL = try AccessConfiguration.origin(baseURL)
        self.allowHosts = allowHosts
        self.port = port
        self.machineName = machineName
        var allowed: [Authority] = []
        for host in allowHosts {
            guard let authority = Authority(host) else { throw .notAHost(host) }
            allowed.append(authority)
        }
        self.allowed = allowed
        machine = Authority(machineName)?.host
    }

    private static func origin(_ text: String?) throws(AccessConfigurationError) -> WebOrigin? {
        guard let text else { return nil }
        let bare = text.hasSuffix("/") ? String(text.dropLast()) : text
        guard let origin = WebOrigin(bare) else { throw .notABaseURL(text) }
        return origin
    }

    /// Refuses `--no-login` where others than this machine could reach it: on an address that is no loopback, or with `--base-url`.
    public func validate(listeningOn host: String) throws(AccessConfigurationError) {
        guard noLogin else { return }
        let bracketed = host.utf8.contains(UInt8(ascii: ":")) && !host.hasPrefix("[") ? "[\(host)]" : host
        guard Authority(bracketed)?.host.isLoopback == true else { throw .noLoginBeyondLoopback(host) }
        guard baseURL == nil else { throw .noLoginWithBaseURL }
    }
}

/// A flag that cannot be, in one sentence.
public enum AccessConfigurationError: Error, Hashable, Sendable, CustomStringConvertible {
    case notABaseURL(String)
    case notAHost(String)
    case noLoginBeyondLoopback(String)
    case noLoginWithBaseURL

    public var description: String {
        switch self {
        case .notABaseURL(let text):
            "--base-url must be http:// or https:// and a host, with a port if need be and no path; it is \"\(text)\"."
        case .notAHost(let text):
            "--allow-host must be a host name, with a port if only that one is meant; it is \"\(text)\"."
        case .noLoginBeyondLoopback(let host):
            "--no-login makes everybody the operator, so it works on a loopback address only, and --host is \"\(host)\"."
        case .noLoginWithBaseURL:
            "--no-login makes everybody the operator, so it cannot be used together with --base-url."
        }
    }
}
