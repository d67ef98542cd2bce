extension Target {
    /// Reads origin form, absolute form and `*` (RFC 9112, section 3.2); nil for anything else.
    public init?(_ text: String, method: Method = .get) {
        let target = Array(text.utf8).withUnsafeBufferPointer { Target(bytes: $0[...], method: method) }
        guard let target else { return nil }
        self = target
    }

    init?(bytes: Slice<UnsafeBufferPointer<UInt8>>, method: Method) {
        guard let first = bytes.first, bytes.allSatisfy({ Self.mayStand($0) }) else { return nil }
        if first == .slash {
            self.init(origin: bytes)
        } else if bytes.count == 1, first == 0x2A {
            guard method == .options else { return nil }
            self.init(path: "*")
        } else {
            self.init(absolute: bytes, method: method)
        }
    }

    private init(origin bytes: Slice<UnsafeBufferPointer<UInt8>>) {
        if let mark = bytes.firstIndex(of: .question) {
            self.init(
                path: String(decoding: bytes[..<mark], as: UTF8.self), query: String(decoding: bytes[(mark + 1)...], as: UTF8.self))
        } else {
            self.init(path: String(decoding: bytes, as: UTF8.self))
        }
    }

    /// `http://host:port/path?query`; user information is refused (RFC 9110, section 4.2.4).
    private init?(absolute bytes: Slice<UnsafeBufferPointer<UInt8>>, method: Method) {
        guard let scheme = ["http://", "https://"].first(where: { Self.starts(bytes, with: $0) }) else { return nil }
        let rest = bytes[(bytes.startIndex + scheme.utf8.count)...]
        let end = rest.firstIndex { $0 == .slash || $0 == .question } ?? rest.endIndex
        let authority = String(decoding: rest[..<end], as: UTF8.self)
        guard HostAndPort(authority) != nil else { return nil }
        self.init(origin: rest[end...])
        self.authority = authority
        if path.isEmpty { path = method == .options && query == nil ? "*" : "/" }
    }

    private static func starts(_ bytes: Slice<UnsafeBufferPointer<UInt8>>, with scheme: String) -> Bool {
        bytes.lazy.map(\.lowercased).starts(with: scheme.utf8)
    }

    /// Visible ASCII but what RFC 3986 keeps out of every part and browsers encode: quotes, angle brackets, a fragment.
    private static func mayStand(_ byte: UInt8) -> Bool {
        byte > 0x20 && byte < 0x7F && byte != .quote && byte != 0x23 && byte != 0x3C && byte != 0x3E
    }
}

extension Target {
    /// The path's segments, each decoded once; `/` has none, a trailing slash is an empty last one, an encoded slash stays in its segment.
    /// Nil for `*`, a bad escape, NUL, a backslash and what is no UTF-8. Dot segments stay as they are.
    public var pathSegments: [String]? {
        guard path.utf8.first == .slash else { return nil }
        if path.utf8.count == 1 { return [] }
        var segments: [String] = []
        for part in path.utf8.dropFirst().split(separator: .slash, omittingEmptySubsequences: false) {
            if part.allSatisfy({ $0 != .percent && $0 != 0 && $0 != .backslash }) {
                segments.append(String(Substring(part)))
                continue
            }
            guard let bytes = percentDecoded(part), !bytes.contains(0), !bytes.contains(.backslash) else { return nil }
            guard let text = String(validating: bytes, as: UTF8.self) else { return nil }
            segments.append(text)
        }
        return segments
    }

    /// The query as form fields, none where there is no query; throws as `Form` does.
    public func queryItems() throws(FormError) -> Form { try Form(query ?? "") }
}
