/// Without `%XX` escapes (RFC 3986, section 2.1), a plus as it is or as a space; nil for an escape that is none.
func percentDecoded(_ bytes: some Collection<UInt8>, plusIsSpace: Bool = false) -> [UInt8]? {
    var decoded: [UInt8] = []
    decoded.reserveCapacity(bytes.count)
    var at = bytes.makeIterator()
    while let byte = at.next() {
        if byte == .percent {
            guard let high = at.next()?.hexValue, let low = at.next()?.hexValue else { return nil }
            decoded.append(high << 4 | low)
        } else {
            decoded.append(byte == .plus && plusIsSpace ? .space : byte)
        }
    }
    return decoded
}

/// Percent-encoding on the way out: everything but unreserved characters (RFC 3986, section 2.3) is escaped.
public enum PercentCoding {
    /// `text` as one segment of a path; a slash in it is escaped, a segment of dots alone too, so that nobody resolves it.
    public static func segment(_ text: String) -> String {
        if text == "." { return "%2E" }
        if text == ".." { return "%2E%2E" }
        return encode(text)
    }

    /// `text` as a name or value in a query or a form body; a space becomes `%20`, which both read.
    public static func formComponent(_ text: String) -> String { encode(text) }

    private static func encode(_ text: String) -> String {
        var encoded: [UInt8] = []
        for byte in text.utf8 {
            if byte.isLetter || byte.isDigit || byte == .minus || byte == .dot || byte == .underscore || byte == 0x7E {
                encoded.append(byte)
            } else {
                encoded += [.percent, upperHex(byte >> 4), upperHex(byte & 15)]
            }
        }
        return String(decoding: encoded, as: UTF8.self)
    }

    private static func upperHex(_ digit: UInt8) -> UInt8 { digit < 10 ? .zero + digit : 0x37 + digit }
}
