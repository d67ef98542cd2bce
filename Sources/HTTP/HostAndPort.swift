/// A host and perhaps a port, as in Host, Origin and absolute targets (RFC 3986, section 3.2; strict: no user, no empty port, no zone).
public struct HostAndPort: Sendable, Hashable, CustomStringConvertible {
    public enum Kind: Sendable, Hashable { case name, ipv4, ipv6 }

    /// In lower case; an IPv6 address without its brackets.
    public let host: String
    public let port: UInt16?
    public let kind: Kind

    /// Nil for what is not to the letter a name, an IPv4 or a bracketed IPv6 address with at most one port.
    public init?(_ text: String) {
        var text = text
        guard let parts = text.withUTF8({ Parts($0) }) else { return nil }
        (host, port, kind) = (parts.host, parts.port, parts.kind)
    }

    /// Every request has a Host and some are asked for it more than once: read where it lies, without a copy.
    private struct Parts {
        let host: String
        let port: UInt16?
        let kind: Kind

        init?(_ bytes: UnsafeBufferPointer<UInt8>) {
            guard !bytes.isEmpty, bytes.count <= maximumLength else { return nil }
            let host: Bytes
            let rest: Bytes
            if bytes[0] == 0x5B {
                guard let end = bytes.firstIndex(of: 0x5D) else { return nil }
                host = bytes[1..<end]
                rest = bytes[(end + 1)...]
                guard isIPv6(host) else { return nil }
                kind = .ipv6
            } else {
                let end = bytes.firstIndex(of: .colon) ?? bytes.endIndex
                host = bytes[..<end]
                rest = bytes[end...]
                guard let kind = HostAndPort.kind(host) else { return nil }
                self.kind = kind
            }
            guard rest.isEmpty || rest.first == .colon else { return nil }
            port = HostAndPort.port(rest.dropFirst())
            if !rest.isEmpty, port == nil { return nil }
            self.host = String(unsafeUninitializedCapacity: host.count) { $0.initialize(fromContentsOf: host.lazy.map(\.lowercased)) }
        }
    }

    public var description: String {
        let name = kind == .ipv6 ? "[\(host)]" : host
        return port.map { "\(name):\($0)" } ?? name
    }

    typealias Bytes = Slice<UnsafeBufferPointer<UInt8>>

    /// Longest name of DNS (RFC 1035, section 2.3.4), brackets and a port.
    static let maximumLength = 255 + 8

    private static func port(_ digits: Bytes) -> UInt16? {
        digits.count <= 5 ? decimal(digits).flatMap { UInt16(exactly: $0) } : nil
    }

    /// A name of letters, digits, `-`, `_` and dots; one that ends in a number must be an IPv4 address, or other readers would see another host in it.
    private static func kind(_ host: Bytes) -> Kind? {
        guard !host.isEmpty, host.count <= 255 else { return nil }
        var length = 0
        var isNumber = true  // of the label at hand; behind a final dot of the one before
        for index in host.startIndex..<host.endIndex {
            let byte = host[index]
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

    /// Four numbers below 256, none with a zero in front.
    static func isIPv4(_ bytes: Bytes) -> Bool {
        var dots = 0
        var digits = 0
        var number = 0
        for byte in bytes {
            if byte == .dot {
                if digits == 0 { return false }
                dots += 1
                (digits, number) = (0, 0)
            } else {
                guard byte.isDigit, digits == 0 || number > 0 else { return false }
                digits += 1
                number = number * 10 + Int(byte - .zero)
                if number > 255 { return false }
            }
        }
        return dots == 3 && digits > 0
    }

    /// Eight groups of hexadecimal digits, or fewer around one `::`; the last two may be an IPv4 address (RFC 4291, section 2.2).
    static func isIPv6(_ bytes: Bytes) -> Bool {
        guard bytes.count <= 45 else { return false }
        var gap: Bytes.Index?
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

    private static func groups(_ bytes: Bytes, mayEndInIPv4: Bool) -> Int? {
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
