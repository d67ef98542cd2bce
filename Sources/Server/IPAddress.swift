import CEpoll
import Glibc

/// An IPv4 or IPv6 address; an IPv4 one is kept as its mapped IPv6 form (RFC 4291, section 2.5.5.2).
public struct IPAddress: Hashable, Sendable, CustomStringConvertible {
    let high: UInt64
    let low: UInt64

    private static let mapped: UInt64 = 0xFFFF << 32

    init(high: UInt64, low: UInt64) {
        self.high = high
        self.low = low
    }

    /// Reads numeric text, with or without brackets; nil for anything else.
    public init?(_ text: some StringProtocol) {
        var text = Substring(text)
        if text.hasPrefix("["), text.hasSuffix("]") { text = text.dropFirst().dropLast() }
        var four = in_addr()
        if inet_pton(AF_INET, String(text), &four) == 1 {
            self.init(four)
            return
        }
        var six = in6_addr()
        guard inet_pton(AF_INET6, String(text), &six) == 1 else { return nil }
        self.init(six)
    }

    init(_ address: in_addr) { self.init(high: 0, low: Self.mapped | UInt64(UInt32(bigEndian: address.s_addr))) }

    init(_ address: in6_addr) {
        let words = withUnsafeBytes(of: address) { ($0.loadUnaligned(as: UInt64.self), $0.loadUnaligned(fromByteOffset: 8, as: UInt64.self)) }
        self.init(high: UInt64(bigEndian: words.0), low: UInt64(bigEndian: words.1))
    }

    /// The address of a socket's other end; nil for a family that is neither IPv4 nor IPv6.
    init?(_ storage: sockaddr_storage) {
        var storage = storage
        let address: IPAddress? = withUnsafePointer(to: &storage) { pointer in
            switch Int32(pointer.pointee.ss_family) {
            case AF_INET: pointer.withMemoryRebound(to: sockaddr_in.self, capacity: 1) { IPAddress($0.pointee.sin_addr) }
            case AF_INET6: pointer.withMemoryRebound(to: sockaddr_in6.self, capacity: 1) { IPAddress($0.pointee.sin6_addr) }
            default: nil
            }
        }
        guard let address else { return nil }
        self = address
    }

    public var isIPv4: Bool { high == 0 && low >> 32 == 0xFFFF }

    public var isLoopback: Bool { isIPv4 ? low >> 24 & 0xFF == 127 : high == 0 && low == 1 }

    /// What connections are counted by: an IPv6 customer usually has a whole /64, so its addresses are one.
    var household: IPAddress { isIPv4 ? self : IPAddress(high: high, low: 0) }

    public var description: String {
        if isIPv4 { return (0..<4).map { String(low >> (24 - $0 * 8) & 0xFF) }.joined(separator: ".") }
        var address = in6_addr()
        withUnsafeMutableBytes(of: &address) {
            $0.storeBytes(of: high.bigEndian, as: UInt64.self)
            $0.storeBytes(of: low.bigEndian, toByteOffset: 8, as: UInt64.self)
        }
        var text = [CChar](repeating: 0, count: Int(INET6_ADDRSTRLEN))
        inet_ntop(AF_INET6, &address, &text, socklen_t(text.count))
        return String(decoding: text.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
    }
}

/// A block of addresses (RFC 4632): `10.0.0.0/8`, `2001:db8::/32`, or one address.
public struct AddressRange: Hashable, Sendable {
    private let base: IPAddress
    private let highMask: UInt64
    private let lowMask: UInt64

    /// Reads CIDR text; nil where address or length is wrong.
    public init?(_ text: String) {
        let parts = text.split(separator: "/", maxSplits: 1, omittingEmptySubsequences: false)
        guard let address = IPAddress(parts[0]) else { return nil }
        let width = address.isIPv4 ? 32 : 128
        var length = width
        if parts.count == 2 {
            guard !parts[1].isEmpty, parts[1].utf8.allSatisfy({ (48...57).contains($0) }), let number = Int(parts[1]), number <= width
            else { return nil }
            length = number
        }
        let bits = length + 128 - width
        highMask = bits >= 64 ? .max : ~(UInt64.max >> UInt64(bits))
        lowMask = bits <= 64 ? 0 : ~(bits == 128 ? 0 : UInt64.max >> UInt64(bits - 64))
        base = IPAddress(high: address.high & highMask, low: address.low & lowMask)
    }

    public func contains(_ address: IPAddress) -> Bool {
        address.high & highMask == base.high && address.low & lowMask == base.low
    }
}
