/// Percent-encoding (RFC 3986, section 2.1), on bytes.
enum Escapes {
    static func digit(_ byte: UInt8) -> UInt8? {
        switch byte {
        case 48...57: byte - 48
        case 65...70: byte - 55
        case 97...102: byte - 87
        default: nil
        }
    }

    /// Decoded once; nil for a broken escape or for what is no UTF-8.
    static func decoded(_ bytes: some Collection<UInt8>, plusIsSpace: Bool = false) -> String? {
        var result: [UInt8] = []
        result.reserveCapacity(bytes.count)
        var rest = bytes.makeIterator()
        while let byte = rest.next() {
            if byte == UInt8(ascii: "%") {
                guard let high = rest.next().flatMap(digit), let low = rest.next().flatMap(digit) else { return nil }
                result.append(high << 4 | low)
            } else {
                result.append(plusIsSpace && byte == UInt8(ascii: "+") ? 32 : byte)
            }
        }
        return String(validating: result, as: UTF8.self)
    }

    /// Everything escaped but unreserved bytes and the slash, so that the text is one value of a query.
    static func encoded(_ text: String) -> String {
        let digits = Array("0123456789ABCDEF".utf8)
        var result: [UInt8] = []
        for byte in text.utf8 {
            switch byte {
            case 48...57, 65...90, 97...122, UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"), UInt8(ascii: "~"), UInt8(ascii: "/"):
                result.append(byte)
            default:
                result += [UInt8(ascii: "%"), digits[Int(byte >> 4)], digits[Int(byte & 15)]]
            }
        }
        return String(decoding: result, as: UTF8.self)
    }

    /// The segments of a path, each decoded once, so that an escaped slash stays inside its segment;
    /// nil for a broken escape, a control byte or a backslash, which name no path of ours.
    static func segments(of path: String) -> [String]? {
        let bytes = Array(path.utf8)
        guard bytes.first == UInt8(ascii: "/") else { return nil }
        if bytes.count == 1 { return [] }
        var segments: [String] = []
        for part in bytes.dropFirst().split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false) {
            guard let segment = decoded(part) else { return nil }
            guard segment.utf8.allSatisfy({ $0 >= 32 && $0 != 127 && $0 != UInt8(ascii: "\\") }) else { return nil }
            segments.append(segment)
        }
        return segments
    }

    /// The first value of that name in a query or a form (`application/x-www-form-urlencoded`).
    static func value(_ name: String, in bytes: some Collection<UInt8>) -> String? {
        for pair in bytes.split(separator: UInt8(ascii: "&")) {
            let parts = pair.split(separator: UInt8(ascii: "="), maxSplits: 1, omittingEmptySubsequences: false)
            guard decoded(parts[0], plusIsSpace: true) == name else { continue }
            return parts.count == 2 ? decoded(parts[1], plusIsSpace: true) : ""
        }
        return nil
    }
}
