import CEpoll
import Glibc

/// A socket that accepts connections; each loop has its own on the same port.
struct Listener: ~Copyable {
    /// Survives a burst of as many connects between two turns of a loop; the kernel caps it at somaxconn.
    static let backlog: Int32 = 4_096

    let descriptor: Int32
    /// The port it got, which differs from the one asked for where that was 0.
    let port: UInt16

    /// Listens; throws `portInUse`, `badHost` or `system`. Whoever shares its port must have the same owner (SO_REUSEPORT).
    init(host: String, port: UInt16) throws(ServerError) {
        let descriptor = try Self.bound(host: host, port: port, shared: true)
        guard listen(descriptor, Self.backlog) == 0 else {
            let code = errno
            Glibc.close(descriptor)
            throw code == EADDRINUSE ? .portInUse(host: host, port: port) : .system(call: "listen", code: code)
        }
        self.descriptor = descriptor
        self.port = Self.port(of: descriptor)
    }

    deinit { Glibc.close(descriptor) }

    /// Listeners on one port, as many as asked for; throws where anybody else is on it.
    ///
    /// The port is first tried without SO_REUSEPORT: with it, a second process of the same user would silently take half the connections.
    static func probe(host: String, port: UInt16) throws(ServerError) {
        if port == 0 { return }
        let descriptor = try bound(host: host, port: port, shared: false)
        defer { Glibc.close(descriptor) }
        guard listen(descriptor, 1) == 0 else { throw .portInUse(host: host, port: port) }
    }

    private static func bound(host: String, port: UInt16, shared: Bool) throws(ServerError) -> Int32 {
        guard let address = IPAddress(host == "localhost" ? "127.0.0.1" : host) else { throw .badHost(host) }
        let descriptor = socket(
            address.isIPv4 ? AF_INET : AF_INET6, Int32(SOCK_STREAM.rawValue | SOCK_NONBLOCK.rawValue | SOCK_CLOEXEC.rawValue), 0)
        guard descriptor >= 0 else { throw errno == EAFNOSUPPORT ? .badHost(host) : .system(call: "socket", code: errno) }
        // Connections of the last run in TIME_WAIT do not keep the port from being taken again.
        _ = islet_set_option(descriptor, SOL_SOCKET, SO_REUSEADDR, 1)
        if shared { _ = islet_set_option(descriptor, SOL_SOCKET, SO_REUSEPORT, 1) }
        guard bind(descriptor, to: address, port: port) == 0 else {
            let code = errno
            Glibc.close(descriptor)
            switch code {
            case EADDRINUSE: throw .portInUse(host: host, port: port)
            case EADDRNOTAVAIL: throw .badHost(host)
            default: throw .system(call: "bind", code: code)
            }
        }
        return descriptor
    }

    private static func bind(_ descriptor: Int32, to address: IPAddress, port: UInt16) -> Int32 {
        if address.isIPv4 {
            var four = sockaddr_in()
            four.sin_family = sa_family_t(AF_INET)
            four.sin_port = port.bigEndian
            four.sin_addr.s_addr = UInt32(truncatingIfNeeded: address.low).bigEndian
            return withUnsafePointer(to: &four) {
                $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { Glibc.bind(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size)) }
            }
        }
        var six = sockaddr_in6()
        six.sin6_family = sa_family_t(AF_INET6)
        six.sin6_port = port.bigEndian
        withUnsafeMutableBytes(of: &six.sin6_addr) {
            $0.storeBytes(of: address.high.bigEndian, as: UInt64.self)
            $0.storeBytes(of: address.low.bigEndian, toByteOffset: 8, as: UInt64.self)
        }
        return withUnsafePointer(to: &six) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { Glibc.bind(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in6>.size)) }
        }
    }

    private static func port(of descriptor: Int32) -> UInt16 {
        var storage = sockaddr_storage()
        var length = socklen_t(MemoryLayout<sockaddr_storage>.size)
        return withUnsafeMutablePointer(to: &storage) { pointer in
            _ = pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { getsockname(descriptor, $0, &length) }
            // The port stands at the same place for both families.
            return pointer.withMemoryRebound(to: sockaddr_in.self, capacity: 1) { UInt16(bigEndian: $0.pointee.sin_port) }
        }
    }
}
