/// Reads one field value from front to back by the common rules (RFC 9110, section 5.6).
struct FieldScanner {
    private let bytes: [UInt8]
    private var at = 0

    init(_ text: String) { bytes = Array(text.utf8) }

    var isAtEnd: Bool { at == bytes.count }
    var peek: UInt8? { at < bytes.count ? bytes[at] : nil }

    mutating func skipBlanks() {
        while let byte = peek, byte.isBlank { at += 1 }
    }

    mutating func skip(_ byte: UInt8) -> Bool {
        guard peek == byte else { return false }
        at += 1
        return true
    }

    /// A token, nil where none stands.
    mutating func token() -> String? { text { $0.isToken } }

    /// The longest run of such bytes, nil where none stands.
    mutating func text(_ isPart: (UInt8) -> Bool) -> String? {
        let start = at
        while let byte = peek, isPart(byte) { at += 1 }
        return at > start ? String(decoding: bytes[start..<at], as: UTF8.self) : nil
    }

    /// A quoted string without quotes and escapes; nil where none stands or it does not end.
    mutating func quotedString() -> String? {
        guard skip(.quote) else { return nil }
        var content: [UInt8] = []
        while let byte = peek {
            at += 1
            if byte == .quote { return String(decoding: content, as: UTF8.self) }
            if byte == .backslash {
                guard let escaped = peek else { return nil }
                at += 1
                content.append(escaped)
            } else {
                content.append(byte)
            }
        }
        return nil
    }

    /// `;name=value` pairs up to a comma or the end, names in lower case; nil where something else stands.
    mutating func parameters() -> [(name: String, value: String)]? {
        var found: [(name: String, value: String)] = []
        while true {
            skipBlanks()
            guard skip(.semicolon) else { return found }
            skipBlanks()
            guard let name = token() else { continue }  // RFC 9110, section 5.6.6: an empty one is allowed
            guard skip(.equals), let value = peek == .quote ? quotedString() : token() else { return nil }
            found.append((name.lowercased(), value))
        }
    }

    /// Past the next comma outside quotes, after an element that could not be read; false at the end.
    mutating func skipElement() -> Bool {
        while let byte = peek {
            if byte == .quote {
                if quotedString() == nil { return false }
            } else {
                at += 1
                if byte == .comma { return true }
            }
        }
        return false
    }
}
