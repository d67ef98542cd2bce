/// What a Range field asks of a representation (RFC 9110, section 14.2).
public enum ByteRange: Sendable, Hashable {
    /// All of it: no range, several of them, another unit, or one that cannot be read.
    case whole
    case part(Range<Int>)
    /// 416 with `bytes */size`.
    case unsatisfiable

    /// Reads the Range field `value` for a representation of `size` bytes.
    public init(_ value: String?, size: Int) {
        guard let value, let (first, last) = Self.bounds(value) else {
            self = .whole
            return
        }
        switch (first, last) {
        case (nil, let suffix?): self = Self.suffix(suffix, size: size)
        case (let first?, let last): self = first < size ? .part(first..<(min(last ?? size, size - 1) + 1)) : .unsatisfiable
        case (nil, nil): self = .whole
        }
    }

    /// The value of Content-Range for this range of `size` bytes; nil for the whole.
    public func contentRange(size: Int) -> String? {
        switch self {
        case .whole: nil
        case .part(let range): "bytes \(range.lowerBound)-\(range.upperBound - 1)/\(size)"
        case .unsatisfiable: "bytes */\(size)"
        }
    }

    private static func suffix(_ length: Int, size: Int) -> ByteRange {
        if length == 0 { return .unsatisfiable }
        if size == 0 { return .whole }  // Content-Range cannot name a range of no bytes
        return .part(max(0, size - length)..<size)
    }

    private static func bounds(_ value: String) -> (first: Int?, last: Int?)? {
        let bytes = Array(value.utf8)
        guard bytes.count > 6, bytes.prefix(6).map(\.lowercased).elementsEqual("bytes=".utf8) else { return nil }
        let spec = trimmed(bytes[6...])
        guard let mark = spec.firstIndex(of: .minus) else { return nil }
        guard let first = position(spec[..<mark]), let last = position(spec[(mark + 1)...]) else { return nil }
        if let first, let last, last < first { return nil }
        return (first, last)
    }

    /// `.some(nil)` where nothing stands, nil for what are no digits; a position past every size is the greatest.
    private static func position(_ digits: ArraySlice<UInt8>) -> Int?? {
        if digits.isEmpty { return .some(nil) }
        return digits.allSatisfy(\.isDigit) ? .some(decimal(digits) ?? Int.max) : nil
    }
}
