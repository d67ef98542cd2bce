/// A host and perhaps a port, as in Host, Origin and absolute targets (RFC 3986, section 3.2; strict: no user, no empty port, no zone).
public struct HostAndPort: Sendable, Hashable, CustomStringConvertible {
    public enum Kind: Sendable, Hashable { case name, ipv4, ipv6 }

    /// In lower case; an IPv6 address without its brackets.
    public let host: String
    public let port: UInt16?
    public let kind: Kind

    /// Nil for what is not to the letter a name, an IPv4 or a bracketed IPv6 address with at most one port.
    public init?(_ text: String) {
        let bytes = Array(text.utf8)
        guard !bytes.isEmpty, bytes.count <= Self.maximumLength else { return nil }
        let host: ArraySlice<UInt8>
        let rest: ArraySlice<UInt8>
        if bytes[0] == 0x5B {
            guard let end = bytes.firstIndex(of: 0x5D) else { return nil }
            host = bytes[1..<end]
            rest = bytes[(end + 1)...]
            guard Self.isIPv6(host) else { return nil }
            kind = .ipv6
        } else {
            let end = bytes.firstIndex(of: .colon) ?? bytes.endIndex
            host = bytes[..<end]
            rest = bytes[end...]
            guard let kind = Self.kind(host) else { return nil }
            self.kind = kind
        }
        guard rest.isEmpty || rest.first == .colon else { return nil }
        port = Self.port(rest.dropFirst())
        if !rest.isEmpty, port == nil { return nil }
        self.host = String(decoding: host.map(\.lowercased), as: UTF8.self)
    }

    public var description: String {
        let name = kind == .ipv6 ? "[\(host)]" : host
        return port.map { "\(name):\($0)" } ?? name
    }

    /// Longest name of DNS (RFC 1035, section 2.3.4), brackets and a port.
    static let maximumLength = 255 + 8

    private static func port(_ digits: ArraySlice<UInt8>) -> UInt16? {
        digits.count <= 5 ? decimal(digits).flatMap { UInt16(exactly: $0) } : nil
    }

    /// A name of letters, digits, `-`, `_` and dots; one that ends in a number must be an IPv4 address, or other readers would see another host in it.
    private static func kind(_ host: ArraySlice<UInt8>) -> Kind? {
        guard !host.isEmpty, host.count <= 255 else { return nil }
        var length = 0
        var isNumber = true  // of the label at hand; behind a final dot of the one before
        for (index, byte) in zip(host.indices, host) {
            if byte == .dot {
                if length == 0 { return nil }
                length = 0
                if index + 1 < host.endIndex { isNumber = true }
            } else {
                guard byte.isLetter || byte.isDigit || byte == .minus || byte == .underscore, length < 63 else { return nil }
                length += 1
                isNumber = isNumber && byte.isDigit
            }
        }
        if !isNumber { return .name }
        return isIPv4(host) ? .ipv4 : nil
    }

    static func isIPv4(_ bytes: ArraySlice<UInt8>) -> Bool {
        let parts = bytes.split(separator: .dot, omittingEmptySubsequences: false)
        return parts.count == 4
            && parts.allSatisfy { part in
                part.count <= 3 && (part.count == 1 || part.first != .zero) && decimal(part).map { $0 < 256 } == true
            }
    }

    /// Eight groups of hexadecimal digits, or fewer around one `::`; the last two may be an IPv4 address (RFC 4291, section 2.2).
    static func isIPv6(_ bytes: ArraySlice<UInt8>) -> Bool {
        guard bytes.count <= 45 else { return false }
        var gap: ArraySlice<UInt8>.Index?
        for index in bytes.indices.dropLast() where bytes[index] == .colon && bytes[index + 1] == .colon {
            if gap != nil { return false }
            gap = index
        }
        guard let gap else { return groups(bytes, mayEndInIPv4: true) == 8 }
        guard let front = groups(bytes[..<gap], mayEndInIPv4: false), let back = groups(bytes[(gap + 2)...], mayEndInIPv4: true) else {
            return false
        }
        return front + back < 8
    }

    private static func groups(_ bytes: ArraySlice<UInt8>, mayEndInIPv4: Bool) -> Int? {
        if bytes.isEmpty { return 0 }
        let parts = bytes.split(separator: .colon, omittingEmptySubsequences: false)
        var count = 0
        for (index, part) in parts.enumerated() {
            if (1...4).contains(part.count), part.allSatisfy({ $0.hexValue != nil }) {
                count += 1
            } else if mayEndInIPv4, index == parts.count - 1, isIPv4(part) {
                count += 2
            } else {
                return nil
            }
        }
        return count
    }
}
