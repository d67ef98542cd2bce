/// Why bytes are no JSON, and where.
public struct JSONSyntaxError: Error, Sendable, Hashable {
    public let reason: String
    /// Of the first byte that cannot be.
    public let offset: Int
}

extension JSON {
    /// Deeper nesting is refused: a parser that calls itself would run out of stack at some 10,000 levels.
    public static let maximumDepth = 64

    /// Reads RFC 8259 text in UTF-8; throws on anything else, on nesting beyond `maximumDepth`, on a name given twice in one object
    /// and on numbers that are not finite.
    ///
    /// `envelope`: levels around a value that was itself allowed `maximumDepth` of them.
    public init(bytes: some Sequence<UInt8>, envelope: Int = 0) throws(JSONSyntaxError) {
        let depth = Self.maximumDepth + envelope
        let result =
            bytes.withContiguousStorageIfAvailable { JSONParser.parse($0, depth: depth) }
            ?? Array(bytes).withUnsafeBufferPointer { JSONParser.parse($0, depth: depth) }
        self = try result.get()
    }
}

/// Lives no longer than the bytes that it reads.
private struct JSONParser {
    private let bytes: UnsafeBufferPointer<UInt8>
    private let maximumDepth: Int
    private var at = 0

    static func parse(_ bytes: UnsafeBufferPointer<UInt8>, depth: Int) -> Result<JSON, JSONSyntaxError> {
        var parser = JSONParser(bytes: bytes, maximumDepth: depth)
        do throws(JSONSyntaxError) { return .success(try parser.document()) } catch { return .failure(error) }
    }

    private init(bytes: UnsafeBufferPointer<UInt8>, maximumDepth: Int) {
        self.bytes = bytes
        self.maximumDepth = maximumDepth
    }

    private mutating func document() throws(JSONSyntaxError) -> JSON {
        let value = try value(depth: 0)
        skipSpace()
        guard at == bytes.count else { throw error("text after the value") }
        return value
    }

    private func error(_ reason: String) -> JSONSyntaxError { JSONSyntaxError(reason: reason, offset: at) }

    private var byte: UInt8? { at < bytes.count ? bytes[at] : nil }

    private mutating func skipSpace() {
        while let byte, byte == 0x20 || byte == 0x0a || byte == 0x0d || byte == 0x09 { at += 1 }
    }

    private mutating func take(_ character: Unicode.Scalar) -> Bool {
        guard byte == UInt8(ascii: character) else { return false }
        at += 1
        return true
    }

    private mutating func value(depth: Int) throws(JSONSyntaxError) -> JSON {
        skipSpace()
        switch byte {
        case UInt8(ascii: "{"): return try object(depth: depth + 1)
        case UInt8(ascii: "["): return try array(depth: depth + 1)
        case UInt8(ascii: "\""): return .string(try string())
        case UInt8(ascii: "t"): return try word("true", .boolean(true))
        case UInt8(ascii: "f"): return try word("false", .boolean(false))
        case UInt8(ascii: "n"): return try word("null", .null)
        case nil: throw error("the text ends where a value should stand")
        default: return try number()
        }
    }

    private mutating func word(_ word: StaticString, _ value: JSON) throws(JSONSyntaxError) -> JSON {
        let text = UnsafeBufferPointer(start: word.utf8Start, count: word.utf8CodeUnitCount)
        guard bytes[at...].starts(with: text) else { throw error("no value begins like this") }
        at += text.count
        return value
    }

    private mutating func array(depth: Int) throws(JSONSyntaxError) -> JSON {
        guard depth <= maximumDepth else { throw error("nested deeper than \(maximumDepth)") }
        at += 1
        var values: [JSON] = []
        skipSpace()
        if take("]") { return .array(values) }
        repeat {
            values.append(try value(depth: depth))
            skipSpace()
        } while take(",")
        guard take("]") else { throw error("an array lacks its end") }
        return .array(values)
    }

    private mutating func object(depth: Int) throws(JSONSyntaxError) -> JSON {
        guard depth <= maximumDepth else { throw error("nested deeper than \(maximumDepth)") }
        at += 1
        var members: [String: JSON] = [:]
        skipSpace()
        if take("}") { return .object(members) }
        repeat {
            skipSpace()
            guard byte == UInt8(ascii: "\"") else { throw error("a member lacks its name") }
            let start = at
            let name = try string()
            skipSpace()
            guard take(":") else { throw error("a member lacks its colon") }
            guard members.updateValue(try value(depth: depth), forKey: name) == nil else {
                throw JSONSyntaxError(reason: "the name \u{201C}\(name.prefix(40))\u{201D} stands twice in one object", offset: start)
            }
            skipSpace()
        } while take(",")
        guard take("}") else { throw error("an object lacks its end") }
        return .object(members)
    }

    /// Whole runs between escapes; most texts are one run.
    private mutating func string() throws(JSONSyntaxError) -> String {
        at += 1
        var text: [UInt8] = []
        var start = at
        while let byte {
            switch byte {
            case UInt8(ascii: "\""):
                let string = text.isEmpty ? validated(bytes[start..<at]) : validated(text + bytes[start..<at])
                guard let string else { throw notUTF8(after: start) }
                at += 1
                return string
            case UInt8(ascii: "\\"):
                text += bytes[start..<at]
                try escape(into: &text)
                start = at
            case 0..<0x20: throw error("a control character in a string")
            default: at += 1
            }
        }
        throw error("a string lacks its end")
    }

    /// The first byte that cannot be, rather than the end of the string that holds it; escapes before `start` are UTF-8.
    private func notUTF8(after start: Int) -> JSONSyntaxError {
        var parser = Unicode.UTF8.ForwardParser()
        var rest = bytes[start...].makeIterator()
        var offset = start
        while case .valid(let scalar) = parser.parseScalar(from: &rest) { offset += scalar.count }
        return JSONSyntaxError(reason: "text that is not UTF-8", offset: offset)
    }

    private func validated(_ bytes: Slice<UnsafeBufferPointer<UInt8>>) -> String? {
        String(validating: UnsafeBufferPointer(rebasing: bytes), as: UTF8.self)
    }

    private func validated(_ bytes: [UInt8]) -> String? { String(validating: bytes, as: UTF8.self) }

    private mutating func escape(into text: inout [UInt8]) throws(JSONSyntaxError) {
        at += 1
        guard let byte else { throw error("a string lacks its end") }
        at += 1
        switch byte {
        case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): text.append(byte)
        case UInt8(ascii: "b"): text.append(0x08)
        case UInt8(ascii: "f"): text.append(0x0c)
        case UInt8(ascii: "n"): text.append(0x0a)
        case UInt8(ascii: "r"): text.append(0x0d)
        case UInt8(ascii: "t"): text.append(0x09)
        case UInt8(ascii: "u"): text.append(contentsOf: String(Character(try scalar())).utf8)
        default: throw error("an unknown escape")
        }
    }

    private mutating func scalar() throws(JSONSyntaxError) -> Unicode.Scalar {
        let unit = try fourDigits()
        if let scalar = Unicode.Scalar(unit) { return scalar }
        guard (0xd800...0xdbff).contains(unit), take("\\"), take("u") else { throw error("half of a surrogate pair") }
        let low = try fourDigits()
        guard (0xdc00...0xdfff).contains(low), let scalar = Unicode.Scalar(0x10000 + (unit - 0xd800) << 10 + (low - 0xdc00)) else {
            throw error("half of a surrogate pair")
        }
        return scalar
    }

    private mutating func fourDigits() throws(JSONSyntaxError) -> UInt32 {
        guard at + 4 <= bytes.count else { throw error("a \\u escape has four hex digits") }
        var value: UInt32 = 0
        for byte in bytes[at..<at + 4] {
            guard let digit = Character(Unicode.Scalar(byte)).hexDigitValue, byte < 0x80 else {
                throw error("a \\u escape has four hex digits")
            }
            value = value << 4 | UInt32(digit)
        }
        at += 4
        return value
    }

    private mutating func digits() -> Int {
        let start = at
        while let byte, (0x30...0x39).contains(byte) { at += 1 }
        return at - start
    }

    private mutating func number() throws(JSONSyntaxError) -> JSON {
        let start = at
        var isInteger = true
        _ = take("-")
        let leadsWithZero = byte == UInt8(ascii: "0")
        let whole = digits()
        guard whole > 0 else { throw error("no value begins like this") }
        guard !(leadsWithZero && whole > 1) else { throw error("a number that JSON does not know") }
        if take(".") {
            isInteger = false
            guard digits() > 0 else { throw error("a number that JSON does not know") }
        }
        if take("e") || take("E") {
            isInteger = false
            if !take("+") { _ = take("-") }
            guard digits() > 0 else { throw error("a number that JSON does not know") }
        }
        let text = String(decoding: bytes[start..<at], as: UTF8.self)
        if isInteger, let value = Int64(text) { return .integer(value) }
        guard let value = Double(text), value.isFinite else { throw error("a number too large to keep") }
        return .number(value)
    }
}
