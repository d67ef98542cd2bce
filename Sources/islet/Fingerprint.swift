/// A short name for a text that stays the same from start to start; it tells builds apart and protects nothing.
enum Fingerprint {
    /// FNV-1a, 64 bits, as 16 hex digits.
    static func of(_ text: String) -> String {
        var hash: UInt64 = 0xCBF2_9CE4_8422_2325
        for byte in text.utf8 {
            hash ^= UInt64(byte)
            hash &*= 0x100_0000_01B3
        }
        let digits = String(hash, radix: 16)
        return String(repeating: "0", count: 16 - digits.count) + digits
    }
}
