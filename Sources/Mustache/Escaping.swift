extension [UInt8] {
    /// Appends what a value prints as, so that it is text, or a quoted attribute, in HTML, SVG and XML.
    mutating func appendEscaped(_ value: Value) {
        guard case .string(let string) = value else { return appendRaw(value) }
        let done: Void? = string.utf8.withContiguousStorageIfAvailable { appendEscaped($0) }
        if done == nil { ContiguousArray(string.utf8).withUnsafeBufferPointer { appendEscaped($0) } }
    }

    /// Appends what a value prints as: arrays and objects print nothing, whole numbers no fraction.
    mutating func appendRaw(_ value: Value) {
        switch value {
        case .null, .array, .object: break
        case .boolean(let value): append(contentsOf: (value ? "true" : "false").utf8)
        case .integer(let value): append(contentsOf: String(value).utf8)
        case .number(let value): append(contentsOf: (Int(exactly: value).map(String.init) ?? String(value)).utf8)
        case .string(let value): append(contentsOf: value.utf8)
        }
    }

    private mutating func appendEscaped(_ bytes: UnsafeBufferPointer<UInt8>) {
        var start = 0
        var index = 0
        while index < bytes.count {
            let byte = bytes[index]
            if !isSpecial(byte) {
                index += 1
                continue
            }
            guard let (replacement, length) = replacement(bytes, at: index) else {
                index += 1
                continue
            }
            append(contentsOf: UnsafeBufferPointer(rebasing: bytes[start..<index]))
            append(contentsOf: replacement)
            index += length
            start = index
        }
        append(contentsOf: UnsafeBufferPointer(rebasing: bytes[start...]))
    }
}

/// The bytes that need a second look: the five of markup, C0, and the first byte of U+FFFE and U+FFFF.
@inline(__always)
private func isSpecial(_ byte: UInt8) -> Bool {
    switch byte {
    case 0x09, 0x0A, 0x0D: false
    case 0x00..<0x20, UInt8(ascii: "&"), UInt8(ascii: "<"), UInt8(ascii: ">"), UInt8(ascii: "\""), UInt8(ascii: "'"), 0xEF: true
    default: false
    }
}

private let ampersand = Array("&amp;".utf8)
private let less = Array("&lt;".utf8)
private let greater = Array("&gt;".utf8)
private let quote = Array("&quot;".utf8)
private let apostrophe = Array("&#39;".utf8)  // &apos; is unknown to HTML 4
private let replacementCharacter: [UInt8] = [0xEF, 0xBF, 0xBD]

/// What stands for the bytes at the index, and how many they are. XML 1.0 section 2.2: C0 but for tab, LF and CR, U+FFFE and U+FFFF are
/// no characters, and a single one of them makes a whole SVG image unreadable.
private func replacement(_ bytes: UnsafeBufferPointer<UInt8>, at index: Int) -> ([UInt8], Int)? {
    switch bytes[index] {
    case UInt8(ascii: "&"): return (ampersand, 1)
    case UInt8(ascii: "<"): return (less, 1)
    case UInt8(ascii: ">"): return (greater, 1)
    case UInt8(ascii: "\""): return (quote, 1)
    case UInt8(ascii: "'"): return (apostrophe, 1)
    case 0xEF:
        guard index + 2 < bytes.count, bytes[index + 1] == 0xBF, bytes[index + 2] >= 0xBE else { return nil }
        return (replacementCharacter, 3)
    default: return (replacementCharacter, 1)
    }
}
