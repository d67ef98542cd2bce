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
    static let date =
        "^[0-9]{4}-(0[1-9]|1[0-2])-(0[1-9]|[12][0-9]|3[01])[Tt ]([01][0-9]|2[0-3]):[0-5][0-9]"
        + "(:[0-5][0-9]([.,][0-9]+)?)?([Zz]|[+-]([01][0-9]|2[0-3])(:?[0-5][0-9])?)$"
    /// The one form in which dates are written.
    static let writtenDate = "^[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}\\.[0-9]{3}Z$"

    static let uuid = "^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$"
    /// `<epoch>-<sequence>`, as far as it is visible ASCII: a place in the log, or in a list.
    static let position = "^[!-,.-~]+-(0|[1-9][0-9]{0,18})$"
    /// What `If-Match` and `If-None-Match` hold (RFC 9110, section 13.1).
    static let entityTags = #"^(\*|(W/)?"[!#-~]*"(, *(W/)?"[!#-~]*")*)$"#
    static let idempotencyKey = "^[!-~]([ -~]*[!-~])?$"
    static let pushToken = "^[0-9a-f]{64}$"
    static let color = "^#[0-9A-Fa-f]{6}$"

    // MARK: Classes of characters

    /// C0 and C1 controls, line and paragraph separators, and noncharacters. `\u` takes four digits; beyond, no escape means the same to
    /// all who read patterns, so the characters stand there themselves.
    private static let unprintable = #"\u0000-\u001f\u007f-\u009f\u2028\u2029\ufdd0-\ufdef\ufffe\uffff"# + noncharacters
    private static let noncharacters = (1...16).map { (plane: UInt32) -> String in
        character(plane << 16 | 0xfffe) + character(plane << 16 | 0xffff)
    }.joined()
    private static func character(_ scalar: UInt32) -> String { Unicode.Scalar(scalar).map { String(Character($0)) } ?? "" }
    /// Unicode's White_Space among the others.
    private static let whiteSpace = #" \u00a0\u1680\u2000-\u200a\u202f\u205f\u3000"#

    private static let printable = "[^\(unprintable)]"
    private static let visible = "[^\(unprintable)\(whiteSpace)]"
}
