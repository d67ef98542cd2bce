import HTTP

/// The host and port that a request asks for, in one spelling each, so that they can be compared (RFC 9110, section 4.2.3).
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
        guard let parts = HostAndPort(text) else { return nil }
        port = parts.port.map { Int($0) }
        switch parts.kind {
        case .name: host = .name(parts.host.hasSuffix(".") ? String(parts.host.dropLast()) : parts.host)
        case .ipv4: host = .ipv4(Authority.octets(parts.host.utf8))
        case .ipv6: host = .ipv6(Authority.groups(parts.host))
        }
    }

    /// The four numbers of an address that is known to be well formed.
    private static func octets(_ text: some Collection<UInt8>) -> [UInt8] {
        // Every request names a host, mostly an address on a development machine: no strings in between.
        var octets: [UInt8] = [0]
        octets.reserveCapacity(4)
        for byte in text {
            if byte == UInt8(ascii: ".") {
                octets.append(0)
            } else {
                octets[octets.count - 1] = octets[octets.count - 1] &* 10 &+ (byte &- UInt8(ascii: "0"))
            }
        }
        return octets
    }

    /// The eight groups of an address that is known to be well formed.
    private static func groups(_ text: String) -> [UInt16] {
        let bytes = Array(text.utf8)
        let colon = UInt8(ascii: ":")
        guard let gap = bytes.indices.dropLast().first(where: { bytes[$0] == colon && bytes[$0 + 1] == colon }) else {
            return list(bytes[...])
        }
        let front = list(bytes[..<gap])
        let back = list(bytes[(gap + 2)...])
        return front + [UInt16](repeating: 0, count: max(0, 8 - front.count - back.count)) + back
    }

    private static func list(_ bytes: ArraySlice<UInt8>) -> [UInt16] {
        bytes.split(separator: UInt8(ascii: ":")).flatMap { part -> [UInt16] in
            guard part.contains(UInt8(ascii: ".")) else { return [UInt16(String(decoding: part, as: UTF8.self), radix: 16) ?? 0] }
            let octets = octets(part).map { UInt16($0) }
            return octets.count == 4 ? [octets[0] << 8 | octets[1], octets[2] << 8 | octets[3]] : []
        }
    }
}

extension Authority.Host {
    var isLiteral: Bool {
        if case .name = self { false } else { true }
    }

    /// `localhost`, 127.0.0.0/8 and ::1.
    var isLoopback: Bool {
        switch self {
        case .name(let name): name == "localhost"
        case .ipv4(let octets): octets.first == 127
        case .ipv6(let groups): groups == [0, 0, 0, 0, 0, 0, 0, 1]
        }
    }
}

extension Request {
    /// The host that was asked for: an absolute target's authority wins over Host (RFC 9112, section 3.2.2); nil where there is none or a broken one.
    var authority: Authority? { authorityText.flatMap { Authority($0) } }
    var authorityText: String? { target.authority ?? fields["Host"] }
}
