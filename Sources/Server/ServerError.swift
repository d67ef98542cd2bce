/// Why a server does not listen.
public enum ServerError: Error, Equatable, CustomStringConvertible {
    /// Somebody else listens on that port.
    case portInUse(host: String, port: UInt16)
    /// The host is no numeric IPv4 or IPv6 address that can be listened on.
    case badHost(String)
    /// The system refused: the call's name and errno.
    case system(call: String, code: Int32)

    public var description: String {
        switch self {
        case .portInUse(let host, let port): "\(host):\(port) is in use"
        case .badHost(let host): "\(host) is no numeric address"
        case .system(let call, let code): "\(call) failed: errno \(code)"
        }
    }
}
