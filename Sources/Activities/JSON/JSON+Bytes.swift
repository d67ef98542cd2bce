extension JSON {
    /// Compact UTF-8 with the members in the order of their names, so that equal values are equal bytes. No number that JSON
    /// cannot write gets here: the parser and the encoder refuse it.
    public var bytes: [UInt8] {
        var out: [UInt8] = []
        out.reserveCapacity(256)
        write(to: &out)
        return out
    }

    /// Appends `bytes`.
    public func write(to out: inout [UInt8]) {
        switch self {
        case .null: out.append(contentsOf: "null".utf8)
        case .boolean(let value): out.append(contentsOf: (value ? "true" : "false").utf8)
        case .integer(let value): out.append(contentsOf: String(value).utf8)
        case .number(let value): out.append(contentsOf: (value.isFinite ? "\(value)" : "null").utf8)
        case .string(let text): Self.write(text, to: &out)
        case .array(let values): Self.write(values, to: &out)
        case .object(let members): Self.write(members, to: &out)
        }
    }

    private static func write(_ values: [JSON], to out: inout [UInt8]) {
        out.append(UInt8(ascii: "["))
        for (index, value) in values.enumerated() {
            if index > 0 { out.append(UInt8(ascii: ",")) }
            value.write(to: &out)
        }
        out.append(UInt8(ascii: "]"))
    }

    private static func write(_ members: [String: JSON], to out: inout [UInt8]) {
        out.append(UInt8(ascii: "{"))
        for (index, member) in members.sorted(by: { $0.key < $1.key }).enumerated() {
            if index > 0 { out.append(UInt8(ascii: ",")) }
            write(member.key, to: &out)
            out.append(UInt8(ascii: ":"))
            member.value.write(to: &out)
        }
        out.append(UInt8(ascii: "}"))
    }

    /// Appends a text as JSON: escapes what RFC 8259 section 7 demands and nothing else.
    public static func write(_ text: String, to out: inout [UInt8]) {
        var text = text
        out.append(UInt8(ascii: "\""))
        text.withUTF8 { bytes in
            var start = 0
            for at in 0..<bytes.count where needsEscape(bytes[at]) {
                out.append(contentsOf: UnsafeBufferPointer(rebasing: bytes[start..<at]))
                escape(bytes[at], to: &out)
                start = at + 1
            }
            out.append(contentsOf: UnsafeBufferPointer(rebasing: bytes[start...]))
        }
        out.append(UInt8(ascii: "\""))
    }

    static func needsEscape(_ byte: UInt8) -> Bool { byte < 0x20 || byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\") }

    private static func escape(_ byte: UInt8, to out: inout [UInt8]) {
        switch byte {
        case 0x0a: out.append(contentsOf: "\\n".utf8)
        case 0x0d: out.append(contentsOf: "\\r".utf8)
        case 0x09: out.append(contentsOf: "\\t".utf8)
        case 0..<0x20:
            let digits = Array("0123456789abcdef".utf8)
            out.append(contentsOf: "\\u00".utf8)
            out += [digits[Int(byte >> 4)], digits[Int(byte & 15)]]
        default: out += [UInt8(ascii: "\\"), byte]
        }
    }
}
