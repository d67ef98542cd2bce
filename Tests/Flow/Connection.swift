import Glibc
import HTTP

/// One blocking connection whose reads end after ten seconds, so that a hang is a failure and not a wait.
final class Connection {
    private let descriptor: Int32
    private var buffer: [UInt8] = []

    /// `receiveBuffer`: bytes that may wait here unread, for one who reads late; nil: the system's choice, which is megabytes.
    init(_ port: UInt16, receiveBuffer: Int32? = nil) {
        descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        var wait = timeval(tv_sec: 10, tv_usec: 0)
        setsockopt(descriptor, SOL_SOCKET, SO_RCVTIMEO, &wait, socklen_t(MemoryLayout<timeval>.size))
        if var bytes = receiveBuffer { setsockopt(descriptor, SOL_SOCKET, SO_RCVBUF, &bytes, socklen_t(MemoryLayout<Int32>.size)) }
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = port.bigEndian
        inet_pton(AF_INET, "127.0.0.1", &address.sin_addr)
        _ = withUnsafePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
            }
        }
    }

    deinit { close(descriptor) }

    func send(_ text: String) {
        var rest = Array(text.utf8)[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { Glibc.send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL)) }
            guard count > 0 else { return }
            rest = rest.dropFirst(count)
        }
    }

    private func fill() -> Bool {
        var piece = [UInt8](repeating: 0, count: 65_536)
        let count = recv(descriptor, &piece, piece.count, 0)
        if count > 0 { buffer += piece[..<count] }
        return count > 0
    }

    /// nil at the end, or where nothing comes.
    func line() -> String? {
        while true {
            if let end = buffer.firstIndex(of: 10) {
                defer { buffer.removeFirst(end + 1) }
                return String(decoding: buffer[..<end].filter { $0 != 13 }, as: UTF8.self)
            }
            guard fill() else { return nil }
        }
    }

    func take(_ count: Int) -> [UInt8] {
        while buffer.count < count, fill() {}
        defer { buffer.removeFirst(min(count, buffer.count)) }
        return Array(buffer.prefix(count))
    }

    func rest() -> [UInt8] {
        while fill() {}
        defer { buffer = [] }
        return buffer
    }

    /// One chunk; empty for the last one, nil where there is none.
    func chunk() -> [UInt8]? {
        guard let line = line(), let size = Int(line, radix: 16) else { return nil }
        let bytes = take(size)
        return take(2) == [13, 10] ? bytes : nil
    }
}

/// A head, and a body where there is one.
struct Answer {
    var status = 0
    var fields = Fields()
    var body: [UInt8] = []
    var text: String { String(decoding: body, as: UTF8.self) }
    var location: String? { fields["Location"] }

    init(head connection: Connection) {
        status = connection.line().flatMap { Int($0.dropFirst(9).prefix(3)) } ?? 0
        while let line = connection.line(), !line.isEmpty {
            guard let colon = line.firstIndex(of: ":") else { continue }
            fields.append(Fields.Name(String(line[..<colon])), line[line.index(after: colon)...].trimmingPrefix { $0 == " " }.description)
        }
    }

    mutating func readBody(_ connection: Connection) {
        if fields["Transfer-Encoding"] == "chunked" {
            while let chunk = connection.chunk(), !chunk.isEmpty { body += chunk }
        } else if let length = fields["Content-Length"].flatMap({ Int($0) }) {
            body = connection.take(length)
        } else if status != 204 && status != 304 {
            body = connection.rest()
        }
    }
}
