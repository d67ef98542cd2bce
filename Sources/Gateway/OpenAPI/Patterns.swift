/// Regular expressions (ECMA-262, with the flag u, as JSON Schema has them) that say what the domain's checks of a field say.
enum Patterns {
    /// Blank or not, without control characters and noncharacters.
    static let text = "^\(printable)*$"
    /// The same with at least one character that is no white space.
    static let filledText = "^\(printable)*\(visible)\(printable)*$"

    /// At least two digits, and what people write between them.
    static let telephone = "^[ +()./#*-]*[0-9][ +()./#*-]*[0-9][0-9 +()./#*-]*$"

    /// A scheme's case means nothing; the host is not empty, and nobody's name and password stand before it.
    static let secureURL = #"^[hH][tT][tT][pP][sS]://[!$-&(-.0-;=A-Z\[\]_a-z~]+([/?#][!#-&(-;=?-Z\[\]_a-z~]*)?$"#
    /// A path below Public/: no segment is empty or begins with a dot.
    static let assetName = "^[A-Za-z0-9_-][A-Za-z0-9._-]*(/[A-Za-z0-9_-][A-Za-z0-9._-]*)*$"

    /// Every form of a date and time that is understood (http.md, "JSON API"): seconds and their fraction may be left out, the zone may not.
    static let date = "^[0-9]{4}-(0[1-9]|1[0-2])-(0[1-9]|[12][0-9]|3[01])[Tt ]([01][0-9]|2[0-3]):[0-5][0-9]"
        + "(:[0-5][0-9]([.,][0-9]+)?)?([Zz]|[+-]([01][0-9]|2[0-3])(:?[0-5][0-9])?)$"
    /// The one form in which dates are written.
    static let writtenDate = "^[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}\\.[0-9]{3}Z$"

    static let uuid = "^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$"
    static let pushToken = "^[0-9a-f]{64}$"
    static let color = "^#[0-9A-Fa-f]{6}$"

    // MARK: Classes of characters

    /// Without C0 and C1 controls, line and paragraph separators, and noncharacters.
    private static let printableRanges: [ClosedRange<UInt32>] =
        [0x20...0x7e, 0xa0...0x2027, 0x202a...0xd7ff, 0xe000...0xfdcf, 0xfdf0...0xfffd] + (1...16).map { $0 << 16...($0 << 16 | 0xfffd) }
    /// Unicode's White_Space among them.
    private static let whiteSpace: [ClosedRange<UInt32>] = [
        0x20...0x20, 0xa0...0xa0, 0x1680...0x1680, 0x2000...0x200a, 0x202f...0x202f, 0x205f...0x205f, 0x3000...0x3000,
    ]

    private static let printable = characterClass(printableRanges)
    private static let visible = characterClass(whiteSpace.reduce(printableRanges) { ranges, hole in ranges.flatMap { $0.without(hole) } })

    private static func characterClass(_ ranges: [ClosedRange<UInt32>]) -> String {
        "[" + ranges.map { $0.count == 1 ? escape($0.lowerBound) : escape($0.lowerBound) + "-" + escape($0.upperBound) }.joined() + "]"
    }

    /// `\u` takes four digits; beyond, no escape means the same to all who read patterns, so the character stands there itself.
    private static func escape(_ scalar: UInt32) -> String {
        guard scalar <= 0xffff else { return Unicode.Scalar(scalar).map { String(Character($0)) } ?? "" }
        let digits = String(scalar, radix: 16)
        return "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
    }
}

extension ClosedRange<UInt32> {
    /// What is left of it on both sides of a hole that lies inside or outside of it.
    fileprivate func without(_ hole: ClosedRange<UInt32>) -> [ClosedRange<UInt32>] {
        guard overlaps(hole) else { return [self] }
        var rest: [ClosedRange<UInt32>] = []
        if lowerBound < hole.lowerBound { rest.append(lowerBound...(hole.lowerBound - 1)) }
        if upperBound > hole.upperBound { rest.append((hole.upperBound + 1)...upperBound) }
        return rest
    }
}
