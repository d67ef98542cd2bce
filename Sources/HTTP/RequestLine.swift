/// Method, target and version (RFC 9112, section 3).
struct RequestLine {
    let method: Method
    let target: Target
    let version: Request.Version

    /// Reads a line without its line end: three parts with exactly one space between them.
    init(_ line: Slice<UnsafeBufferPointer<UInt8>>) throws(RequestError.Reason) {
        guard let first = line.firstIndex(of: .space), first > line.startIndex, let last = line.lastIndex(of: .space), last > first else {
            throw .requestLineMalformed
        }
        guard let method = Method(bytes: line[..<first]) else { throw .requestLineMalformed }
        version = try Self.version(line[(last + 1)...])
        if method.rawValue == "CONNECT" { throw .connectRefused }  // no proxy: its target is no path, its body no body
        guard let target = Target(bytes: line[(first + 1)..<last], method: method) else { throw .targetMalformed }
        self.method = method
        self.target = target
    }

    /// `HTTP/d.d`; well formed but not 1.0 or 1.1 is another status than a line that is no HTTP at all.
    private static func version(_ bytes: Slice<UnsafeBufferPointer<UInt8>>) throws(RequestError.Reason) -> Request.Version {
        let isHTTP = ("HTTP/" as StaticString).withUTF8Buffer { bytes.starts(with: $0) }
        let at = bytes.startIndex
        guard isHTTP, bytes.count == 8, bytes[at + 5].isDigit, bytes[at + 6] == .dot, bytes[at + 7].isDigit else {
            throw .requestLineMalformed
        }
        guard bytes[at + 5] == .zero + 1, bytes[at + 7] <= .zero + 1 else { throw .versionUnknown }
        return bytes[at + 7] == .zero ? .http1_0 : .http1_1
    }
}

extension Method {
    /// Reads a token; the methods of every day cost no allocation.
    init?(bytes: Slice<UnsafeBufferPointer<UInt8>>) {
        for (spelling, method) in Self.common where spelling.utf8CodeUnitCount == bytes.count {
            if spelling.withUTF8Buffer({ $0.elementsEqual(bytes) }) {
                self = method
                return
            }
        }
        guard !bytes.isEmpty, bytes.allSatisfy({ $0.isToken }) else { return nil }
        self.init(rawValue: String(decoding: bytes, as: UTF8.self))
    }

    private static let common: [(StaticString, Method)] = [
        ("GET", .get), ("POST", .post), ("HEAD", .head), ("PUT", .put), ("DELETE", .delete), ("OPTIONS", .options),
    ]
}
