/// How a request's body is delimited (RFC 9112, section 6.3).
enum Framing: Equatable {
    case length(Int)
    case chunked
}

/// What the framing of a request hangs on, collected while its fields are read; decided before anything else looks at them.
struct FramingFields {
    // The two that nearly every request has are kept without an array, which would be an allocation each.
    private(set) var host: String?
    private(set) var isHostRepeated = false
    private(set) var length: String?
    private(set) var isLengthRepeated = false
    private(set) var codings: [String] = []
    private(set) var expectations: [String] = []

    mutating func note(_ field: FieldLine) {
        switch field.role {
        case .host:
            isHostRepeated = host != nil
            host = host ?? field.value
        case .contentLength:
            isLengthRepeated = length != nil
            length = length ?? field.value
        case .transferEncoding: codings.append(field.value)
        case .expect: expectations.append(field.value)
        case .connection, .other: break
        }
    }

    func framing(_ version: Request.Version) throws(RequestError.Reason) -> Framing {
        if codings.isEmpty { return .length(try bodyLength()) }
        if length != nil { throw .lengthWithCoding }  // RFC 9112, section 6.1: request smuggling
        if version == .http1_0 { throw .codingInOldVersion }  // a proxy of that age would not have understood it
        try checkCodings()
        return .chunked
    }

    /// Repeated lengths are refused even when equal, as RFC 9110 (section 8.6) allows: nobody in good faith sends two.
    private func bodyLength() throws(RequestError.Reason) -> Int {
        guard let length else { return 0 }
        if isLengthRepeated { throw .lengthRepeated }
        guard let length = decimal(length.utf8) else { throw .lengthMalformed }
        return length
    }

    /// One `chunked` and nothing else; an unknown name is 501, a known one in the wrong place 400 (RFC 9112, section 6.3).
    private func checkCodings() throws(RequestError.Reason) {
        var names: [String] = []
        for value in codings {
            for part in value.utf8.split(separator: .comma, omittingEmptySubsequences: false) {
                let token = trimmed(part)
                guard !token.isEmpty, token.allSatisfy(\.isToken) else { throw .codingMalformed }
                names.append(String(decoding: token.map(\.lowercased), as: UTF8.self))
            }
        }
        if names == ["chunked"] { return }
        let known = ["chunked", "gzip", "x-gzip", "compress", "x-compress", "deflate"]
        if !names.allSatisfy(known.contains) { throw .codingUnknown }
        throw names.firstIndex(of: "chunked") == names.count - 1 ? .codingUnknown : .codingMalformed
    }

    /// HTTP/1.1 names exactly one host, HTTP/1.0 at most one (RFC 9112, section 3.2).
    func checkHost(_ version: Request.Version) throws(RequestError.Reason) {
        guard let host else {
            if version == .http1_1 { throw .hostMissing }
            return
        }
        if isHostRepeated { throw .hostRepeated }
        if HostAndPort(host) == nil { throw .hostMalformed }
    }

    /// Whether the client waits for 100; HTTP/1.0 cannot (RFC 9110, section 10.1.1).
    func expectsContinue(_ version: Request.Version) -> Bool {
        version == .http1_1 && expectations.contains { $0.utf8.split(separator: .comma).contains { isContinue(trimmed($0)) } }
    }

    func checkExpectations() throws(RequestError.Reason) {
        for value in expectations {
            for part in value.utf8.split(separator: .comma, omittingEmptySubsequences: false) where !isContinue(trimmed(part)) {
                throw .expectationUnknown
            }
        }
    }

    private func isContinue(_ bytes: some Sequence<UInt8>) -> Bool {
        ("100-continue" as StaticString).withUTF8Buffer { $0.elementsEqual(bytes.lazy.map(\.lowercased)) }
    }
}

/// Without the spaces and tabs around it.
func trimmed<Bytes: BidirectionalCollection>(_ bytes: Bytes) -> Bytes.SubSequence where Bytes.Element == UInt8 {
    guard let first = bytes.firstIndex(where: { !$0.isBlank }), let last = bytes.lastIndex(where: { !$0.isBlank }) else {
        return bytes[bytes.endIndex...]
    }
    return bytes[first...last]
}
