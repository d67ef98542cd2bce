/// The token of `Authorization: Bearer` (RFC 6750, section 2.1).
public struct BearerToken: Sendable, Hashable {
    public let value: String

    /// Nil for another scheme and for what is no token68.
    public init?(authorization: String) {
        var scanner = FieldScanner(authorization)
        guard let scheme = scanner.token(), scheme.equalsIgnoringCase("Bearer"), scanner.peek == .space else { return nil }
        scanner.skipBlanks()
        guard let token = scanner.text(Self.mayStand) else { return nil }
        let padding = scanner.text { $0 == .equals } ?? ""
        guard scanner.isAtEnd else { return nil }
        value = token + padding
    }

    private static func mayStand(_ byte: UInt8) -> Bool {
        byte.isLetter || byte.isDigit || [.minus, .dot, .underscore, 0x7E, .plus, .slash].contains(byte)
    }
}
