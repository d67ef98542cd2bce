import Glibc
import HTTP
import Server
import Testing

/// A client that sees every byte: one blocking socket whose reads end after ten seconds, so that a hang is a failure.
final class Client {
    struct Answer {
        let status: Int
        let head: String
        let body: [UInt8]
        var text: String { String(decoding: body, as: UTF8.self) }

        func field(_ name: String) -> String? {
            for line in head.split(separator: "\r\n").dropFirst() {
                let parts = line.split(separator: ":", maxSplits: 1)
                if parts.count == 2, parts[0].lowercased() == name.lowercased() { return String(parts[1].drop { $0 == " " }) }
            }
            return nil
        }
    }

    let descriptor: Int32
    private(set) var buffer: [UInt8] = []
    private(set) var isAtEnd = false

    init(_ port: UInt16, at host: String = "127.0.0.1", receiveBuffer: Int32? = nil, milliseconds: Int = 10_000) {
        let isIPv6 = host.contains(":")
        descriptor = socket(isIPv6 ? AF_INET6 : AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        precondition(descriptor >= 0, "no descriptor: \(errno)")
        if var size = receiveBuffer { setsockopt(descriptor, SOL_SOCKET, SO_RCVBUF, &size, 4) }
        var wait = timeval(tv_sec: milliseconds / 1000, tv_usec: milliseconds % 1000 * 1000)
        setsockopt(descriptor, SOL_SOCKET, SO_RCVTIMEO, &wait, socklen_t(MemoryLayout<timeval>.size))
        if (isIPv6 ? connectIPv6(host, port) : connectIPv4(host, port)) != 0 { isAtEnd = true }
    }

    private func connectIPv4(_ host: String, _ port: UInt16) -> Int32 {
        var remote = sockaddr_in()
        remote.sin_family = sa_family_t(AF_INET)
        remote.sin_port = port.bigEndian
        inet_pton(AF_INET, host, &remote.sin_addr)
        return withUnsafePointer(to: &remote) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size)) }
        }
    }

    private func connectIPv6(_ host: String, _ port: UInt16) -> Int32 {
        var remote = sockaddr_in6()
        remote.sin6_family = sa_family_t(AF_INET6)
        remote.sin6_port = port.bigEndian
        inet_pton(AF_INET6, host, &remote.sin6_addr)
        return withUnsafePointer(to: &remote) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in6>.size)) }
        }
    }

    deinit { close(descriptor) }

    @discardableResult
    func send(_ text: String) -> Client {
        send(Array(text.utf8))
        return self
    }

    func send(_ bytes: [UInt8]) {
        var sent = 0
        while sent < bytes.count {
            let count = bytes[sent...].withUnsafeBytes { Glibc.send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL)) }
            if count <= 0 { return }
            sent += count
        }
    }

    func get(_ path: String, _ fields: String = "") -> Client {
        send("GET \(path) HTTP/1.1\r\nHost: a\r\n\(fields)\r\n")
    }

    func stopSending() { shutdown(descriptor, Int32(SHUT_WR)) }

    /// Breaks the connection off: its last reference closes it with a reset.
    func breakOff() {
        var abort = linger(l_onoff: 1, l_linger: 0)
        setsockopt(descriptor, SOL_SOCKET, SO_LINGER, &abort, socklen_t(MemoryLayout<linger>.size))
    }

    /// Reads once; false at the end or after the deadline.
    func fill() -> Bool {
        let count = withUnsafeTemporaryAllocation(byteCount: 64 << 10, alignment: 1) { piece in
            let count = recv(descriptor, piece.baseAddress, piece.count, 0)
            if count > 0 { buffer.append(contentsOf: UnsafeRawBufferPointer(rebasing: UnsafeRawBufferPointer(piece)[..<count])) }
            return count
        }
        if count > 0 { return true }
        if count == 0 || errno == ECONNRESET { isAtEnd = true }
        return count > 0
    }

    func take(_ count: Int) -> [UInt8] {
        while buffer.count < count, fill() {}
        let taken = Array(buffer.prefix(count))
        buffer.removeFirst(taken.count)
        return taken
    }

    /// Up to and with the mark; what came where it never comes.
    func take(through mark: String) -> String {
        let mark = Array(mark.utf8)
        var from = 0
        while true {
            if let end = index(of: mark, from: from) { return String(decoding: take(end + mark.count), as: UTF8.self) }
            from = max(0, buffer.count - mark.count)
            if !fill() { return String(decoding: take(buffer.count), as: UTF8.self) }
        }
    }

    private func index(of mark: [UInt8], from: Int) -> Int? {
        guard buffer.count >= mark.count else { return nil }
        return (from...(buffer.count - mark.count)).first { buffer[$0] == mark[0] && buffer[$0..<($0 + mark.count)].elementsEqual(mark) }
    }

    /// One answer, its length known.
    func answer(toHead: Bool = false) -> Answer {
        let head = take(through: "\r\n\r\n")
        let status = Int(head.dropFirst(9).prefix(3)) ?? 0
        let answer = Answer(status: status, head: head, body: [])
        let length = toHead ? 0 : Int(answer.field("Content-Length") ?? "0") ?? 0
        return Answer(status: status, head: head, body: take(length))
    }

    /// One chunk's bytes; empty for the last, nil where there is none.
    func chunk() -> [UInt8]? {
        let line = take(through: "\r\n")
        guard let size = Int(line.dropLast(1), radix: 16) else { return nil }
        let bytes = take(size)
        return take(2) == [13, 10] ? bytes : nil
    }

    func readToEnd() -> String {
        while fill() {}
        return String(decoding: take(buffer.count), as: UTF8.self)
    }
}

/// Waits until it is so, looking again and again; false when it was not so within ten seconds.
func eventually(_ condition: () -> Bool) -> Bool {
    let clock = ContinuousClock()
    let end = clock.now + .seconds(10)
    while clock.now < end {
        if condition() { return true }
        sched_yield()
    }
    return condition()
}

/// A server on a free port, with ticks short enough to wait for.
func server(
    _ change: (inout ServerConfiguration) -> Void = { _ in }, clock: ServerClock = .system, log: (@Sendable (AccessRecord) -> Void)? = nil,
    handler: @escaping Handler
) throws -> WebServer {
    var configuration = ServerConfiguration()
    configuration.port = 0
    configuration.loops = 2
    configuration.deadlines.tick = 20_000_000
    change(&configuration)
    return try WebServer(configuration, clock: clock, log: log, handler: handler)
}

/// Tests over real sockets block their thread: one at a time, so that the others' threads are left to work on.
@Suite(.serialized) struct SocketTests {}
