/// The host and port that a request asks for, taken apart byte by byte (RFC 9110, section 7.2).
struct Authority: Hashable, Sendable {
    enum Host: Hashable, Sendable {
        /// In lower case, without a final dot.
        case name(String)
        case ipv4([UInt8])
        case ipv6([UInt16])
    }

    let host: Host
    /// As written; nil where none is, which means the scheme's own.
    let port: Int?

    init?(_ text: String) {
        let bytes = Array(text.utf8)
        let end: Int
        if bytes.first == UInt8(ascii: "[") {
            guard let close = bytes.firstIndex(of: UInt8(ascii: "]")) else { return nil }
            end = close + 1
        } else {
            end = bytes.firstIndex(of: UInt8(ascii: ":")) ?? bytes.count
        }
        guard let host = Host(bytes[..<end]), let port = Authority.port(bytes[end...]) else { return nil }
        self.host = host
        self.port = port
    }

    /// What stands behind the host: nothing, or a colon and at most five digits; nil when it is neither.
    private static func port(_ rest: ArraySlice<UInt8>) -> Int?? {
        guard let first = rest.first else { return .some(nil) }
        let digits = rest.dropFirst()
        guard first == UInt8(ascii: ":"), digits.count <= 5, digits.allSatisfy({ (48...57).contains($0) }) else { return nil }
        guard !digits.isEmpty else { return .some(nil) }
        let value = digits.reduce(0) { $0 * 10 + Int($1 - 48) }
        return value <= 65535 ? .some(value) : nil
    }
}

extension Authority.Host {
    /// A name, an IPv4 address, or an IPv6 address in brackets.
    init?(_ bytes: some Collection<UInt8>) {
        var bytes = Array(bytes)
        if bytes.first == UInt8(ascii: "[") {
            guard bytes.last == UInt8(ascii: "]"), let groups = IPv6.groups(bytes[1..<bytes.count - 1]) else { return nil }
            self = .ipv6(groups)
            return
        }
        if bytes.last == UInt8(ascii: ".") { bytes.removeLast() }
        if let octets = IPv4.octets(bytes) {
            self = .ipv4(octets)
            return
        }
        guard (1...253).contains(bytes.count), bytes.allSatisfy(Self.isNameByte) else { return nil }
        self = .name(String(decoding: bytes, as: UTF8.self).lowercased())
    }

    private static func isNameByte(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"), 48...57: true
        case UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"): true
        default: false
        }
    }

    var isLiteral: Bool {
        if case .name = self { false } else { true }
    }

    /// `localhost`, 127.0.0.0/8 and ::1.
    var isLoopback: Bool {
        switch self {
        case .name(let name): name == "localhost"
        case .ipv4(let octets): octets[0] == 127
        case .ipv6(let groups): groups == [0, 0, 0, 0, 0, 0, 0, 1]
        }
    }
}

enum IPv4 {
    /// Four decimal numbers without leading zeros: other spellings mean different addresses to different readers.
    static func octets(_ bytes: some Collection<UInt8>) -> [UInt8]? {
        let parts = bytes.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
        guard parts.count == 4 else { return nil }
        var octets: [UInt8] = []
        for part in parts {
            guard (1...3).contains(part.count), part.allSatisfy({ (48...57).contains($0) }) else { return nil }
            guard part.count == 1 || part.first != 48 else { return nil }
            let value = part.reduce(0) { $0 * 10 + Int($1 - 48) }
            guard value <= 255 else { return nil }
            octets.append(UInt8(value))
        }
        return octets
    }
}

enum IPv6 {
    /// Eight groups (RFC 4291, section 2.2), without a zone.
    static func groups(_ bytes: ArraySlice<UInt8>) -> [UInt16]? {
        guard bytes.count <= 45 else { return nil }
        guard let gap = gap(in: bytes) else {
            guard let all = list(bytes, mayEndInIPv4: true), all.count == 8 else { return nil }
            return all
        }
        guard let before = list(bytes[..<gap], mayEndInIPv4: false), let after = list(bytes[(gap + 2)...], mayEndInIPv4: true),
            before.count + after.count <= 7
        else { return nil }
        return before + [UInt16](repeating: 0, count: 8 - before.count - after.count) + after
    }

    /// Where the first `::` stands; a second one makes an empty group, which no list takes.
    private static func gap(in bytes: ArraySlice<UInt8>) -> Int? {
        let colon = UInt8(ascii: ":")
        return bytes.indices.dropLast().first { bytes[$0] == colon && bytes[$0 + 1] == colon }
    }

    private static func list(_ bytes: ArraySlice<UInt8>, mayEndInIPv4: Bool) -> [UInt16]? {
        if bytes.isEmpty { return [] }
        let parts = bytes.split(separator: UInt8(ascii: ":"), omittingEmptySubsequences: false)
        var groups: [UInt16] = []
        for (index, part) in parts.enumerated() {
            if mayEndInIPv4, index == parts.count - 1, let octets = IPv4.octets(part) {
                groups.append(UInt16(octets[0]) << 8 | UInt16(octets[1]))
                groups.append(UInt16(octets[2]) << 8 | UInt16(octets[3]))
            } else {
                guard (1...4).contains(part.count) else { return nil }
                var value: UInt16 = 0
                for byte in part {
                    guard let digit = Escapes.digit(byte) else { return nil }
                    value = value << 4 | UInt16(digit)
                }
                groups.append(value)
            }
        }
        return groups
    }
}
