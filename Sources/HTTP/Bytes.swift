/// The bytes that HTTP's grammar names (RFC 9110, section 5.6; RFC 5234, appendix B).
extension UInt8 {
    static let htab: UInt8 = 0x09
    static let lf: UInt8 = 0x0A
    static let cr: UInt8 = 0x0D
    static let space: UInt8 = 0x20
    static let quote: UInt8 = 0x22
    static let percent: UInt8 = 0x25
    static let plus: UInt8 = 0x2B
    static let comma: UInt8 = 0x2C
    static let minus: UInt8 = 0x2D
    static let dot: UInt8 = 0x2E
    static let slash: UInt8 = 0x2F
    static let zero: UInt8 = 0x30
    static let colon: UInt8 = 0x3A
    static let semicolon: UInt8 = 0x3B
    static let equals: UInt8 = 0x3D
    static let question: UInt8 = 0x3F
    static let backslash: UInt8 = 0x5C
    static let underscore: UInt8 = 0x5F

    /// One of tchar (RFC 9110, section 5.6.2).
    @inline(__always) var isToken: Bool {
        // One bit per byte: digits and !#$%&'*+-. below 64, letters and ^_`|~ above.
        let low: UInt64 = 0x03FF_6CFA_0000_0000
        let high: UInt64 = 0x57FF_FFFF_C7FF_FFFE
        return self < 64 ? (low >> UInt64(self)) & 1 == 1 : self < 128 && (high >> UInt64(self & 63)) & 1 == 1
    }

    /// May stand in a field value: visible, obs-text, space or tab (RFC 9110, section 5.5).
    @inline(__always) var isFieldContent: Bool { (self >= 0x20 && self != 0x7F) || self == .htab }

    @inline(__always) var isBlank: Bool { self == .space || self == .htab }
    @inline(__always) var isDigit: Bool { self &- 0x30 < 10 }
    @inline(__always) var isLetter: Bool { (self | 0x20) &- 0x61 < 26 }
    @inline(__always) var lowercased: UInt8 { self &- 0x41 < 26 ? self | 0x20 : self }

    /// The value of a hexadecimal digit, nil for any other byte.
    @inline(__always) var hexValue: UInt8? {
        if isDigit { return self &- 0x30 }
        let letter = (self | 0x20) &- 0x61
        return letter < 6 ? letter + 10 : nil
    }
}

extension String {
    /// Text of a field value: UTF-8 where it is that, else Latin-1, in which every byte means something (RFC 9110, section 5.5).
    init(fieldBytes bytes: UnsafeBufferPointer<UInt8>) {
        if bytes.allSatisfy({ $0 < 0x80 }) {
            self = String(decoding: bytes, as: UTF8.self)
        } else if let text = String(validating: bytes, as: UTF8.self) {
            self = text
        } else {
            self = String(String.UnicodeScalarView(bytes.map { Unicode.Scalar($0) }))
        }
    }

    /// Equal but for the case of ASCII letters.
    func equalsIgnoringCase(_ other: StaticString) -> Bool {
        utf8.count == other.utf8CodeUnitCount
            && other.withUTF8Buffer { zip(utf8, $0).allSatisfy { $0.lowercased == $1.lowercased } }
    }
}

extension [UInt8] {
    @inline(__always) mutating func append(_ text: StaticString) {
        text.withUTF8Buffer { append(contentsOf: $0) }
    }

    /// Decimal digits, by arithmetic.
    mutating func append(decimal number: Int) {
        if number < 10 { return append(.zero + UInt8(truncatingIfNeeded: Swift.max(number, 0))) }
        append(decimal: number / 10)
        append(.zero + UInt8(truncatingIfNeeded: number % 10))
    }

    /// Lower-case hexadecimal digits, by arithmetic.
    mutating func append(hexadecimal number: Int) {
        if number >= 16 { append(hexadecimal: number >> 4) }
        let digit = UInt8(truncatingIfNeeded: number & 15)
        append(digit < 10 ? .zero + digit : 0x57 + digit)
    }
}

/// Decimal digits and nothing else; nil for none, other bytes and overflow.
func decimal(_ bytes: some Collection<UInt8>) -> Int? {
    guard !bytes.isEmpty else { return nil }
    var number = 0
    for byte in bytes {
        guard byte.isDigit else { return nil }
        let (tens, overflow) = number.multipliedReportingOverflow(by: 10)
        let (sum, carry) = tens.addingReportingOverflow(Int(byte &- .zero))
        if overflow || carry { return nil }
        number = sum
    }
    return number
}
