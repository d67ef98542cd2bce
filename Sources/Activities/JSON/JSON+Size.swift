extension JSON {
    /// How many bytes `withoutNulls.bytes` has, without making them.
    var byteCountWithoutNulls: Int {
        switch self {
        case .null: 4
        case .boolean(let value): value ? 4 : 5
        case .integer(let value): String(value).utf8.count
        case .number(let value): value.isFinite ? "\(value)".utf8.count : 4
        case .string(let text): Self.byteCount(of: text)
        case .array(let values): values.reduce(Self.frame(values.count)) { $0 + $1.byteCountWithoutNulls }
        case .object(let members): Self.byteCount(of: members)
        }
    }

    /// 0 for a scalar, 1 for an array or object of scalars.
    var depth: Int {
        switch self {
        case .array(let values): 1 + (values.lazy.map(\.depth).max() ?? 0)
        case .object(let members): 1 + (members.values.lazy.map(\.depth).max() ?? 0)
        default: 0
        }
    }

    /// Two brackets and the commas between.
    private static func frame(_ count: Int) -> Int { 2 + max(count - 1, 0) }

    private static func byteCount(of members: [String: JSON]) -> Int {
        var count = 0
        var bytes = 0
        for (name, value) in members where value != .null {
            count += 1
            bytes += byteCount(of: name) + 1 + value.byteCountWithoutNulls
        }
        return bytes + frame(count)
    }

    private static func byteCount(of text: String) -> Int {
        var text = text
        return text.withUTF8 { bytes in bytes.reduce(2) { $0 + (needsEscape($1) ? escapedLength($1) : 1) } }
    }

    private static func escapedLength(_ byte: UInt8) -> Int {
        switch byte {
        case 0x0a, 0x0d, 0x09: 2
        case 0..<0x20: 6
        default: 2
        }
    }
}
