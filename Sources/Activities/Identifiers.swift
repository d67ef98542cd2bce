/// Where random names come from; passed in, so that a decision is pure.
public struct Identifiers: Sendable {
    /// A random UUID in lower case.
    public let activity: @Sendable () -> String
    /// 32 random bytes in hex.
    public let pushToken: @Sendable () -> String

    public init(activity: @escaping @Sendable () -> String, pushToken: @escaping @Sendable () -> String) {
        self.activity = activity
        self.pushToken = pushToken
    }

    /// From the system's cryptographic generator: an id is the right to look, a token the right to change.
    public static let random = Identifiers(
        activity: {
            var generator = SystemRandomNumberGenerator()
            return uuid(generator.next(), generator.next())
        },
        pushToken: {
            var generator = SystemRandomNumberGenerator()
            return (0..<4).map { _ in hex(generator.next()) }.joined()
        })

    /// Version 4, variant 1 (RFC 9562 section 5.4).
    static func uuid(_ high: UInt64, _ low: UInt64) -> String {
        let a = hex(high & 0xffff_ffff_ffff_0fff | 0x4000)
        let b = hex(low & 0x3fff_ffff_ffff_ffff | 0x8000_0000_0000_0000)
        return "\(a.prefix(8))-\(a.dropFirst(8).prefix(4))-\(a.dropFirst(12))-\(b.prefix(4))-\(b.dropFirst(4))"
    }

    private static func hex(_ value: UInt64) -> String {
        let digits = String(value, radix: 16)
        return String(repeating: "0", count: 16 - digits.count) + digits
    }
}
