/// What a tag does.
enum Sigil: Hashable, Sendable {
    case variable, raw, section, inverted, close, comment, delimiters, partial, parent, block

    /// Whether a tag of this kind may stand alone on its line and then takes the line with it.
    var mayStandAlone: Bool { self != .variable && self != .raw }
    var opens: Bool { self == .section || self == .inverted || self == .parent || self == .block }
}

/// A piece of a source: text of at most one line, with its line ending, or a tag.
struct Token: Sendable {
    var sigil: Sigil?  // nil: text
    var bytes: ArraySlice<UInt8>  // text as it stands; of a tag: its trimmed name
    var position: Position

    var isText: Bool { sigil == nil }
    var endsLine: Bool { isText && bytes.last == UInt8(ascii: "\n") }
    var isBlank: Bool { isText && bytes.allSatisfy { $0.isMustacheSpace } }
    var name: String { String(decoding: bytes, as: UTF8.self) }
}

extension UInt8 {
    var isMustacheSpace: Bool { self == 0x20 || (0x09...0x0D).contains(self) }
}

/// Cuts a source into text and tags; knows delimiters, not structure.
struct Scanner {
    /// A tag is a name: longer ones are an unclosed tag that swallows the rest of a file (comments are free).
    static let maximumTagBytes = 1024

    private let file: String
    private let source: [UInt8]
    private var index = 0
    private var position = Position()
    private var opening = Array("{{".utf8)
    private var closing = Array("}}".utf8)
    private var tokens: [Token] = []

    static func tokens(of source: [UInt8], file: String) throws(TemplateError) -> [Token] {
        var scanner = Scanner(file: file, source: source)
        while scanner.index < source.count { try scanner.step() }
        return scanner.tokens
    }

    private init(file: String, source: [UInt8]) {
        self.file = file
        self.source = source
    }

    private mutating func step() throws(TemplateError) {
        if starts(with: opening, at: index) { return try tag() }
        var end = index
        while end < source.count, !starts(with: opening, at: end) {
            end += 1
            if source[end - 1] == UInt8(ascii: "\n") { break }
        }
        tokens.append(Token(sigil: nil, bytes: source[index..<end], position: position))
        move(to: end)
    }

    private mutating func tag() throws(TemplateError) {
        let start = position
        var content = index + opening.count
        while content < source.count, source[content].isMustacheSpace { content += 1 }
        let mark = content < source.count ? source[content] : 0
        let sigil = Self.sigils[mark] ?? .variable
        if Self.sigils[mark] != nil { content += 1 }
        let ending = Self.ending(mark) + closing
        guard let end = find(ending, from: content, anyLength: sigil == .comment) else {
            throw TemplateError(file, start, "This tag is never closed: \(text(ending)) is missing.")
        }
        let name = trimmed(source[content..<end])
        if sigil == .delimiters { try setDelimiters(name, start) }
        tokens.append(Token(sigil: sigil, bytes: name, position: start))
        move(to: end + ending.count)
    }

    private static let sigils: [UInt8: Sigil] = [
        UInt8(ascii: "{"): .raw, UInt8(ascii: "&"): .raw, UInt8(ascii: "#"): .section, UInt8(ascii: "^"): .inverted,
        UInt8(ascii: "/"): .close, UInt8(ascii: "!"): .comment, UInt8(ascii: "="): .delimiters, UInt8(ascii: ">"): .partial,
        UInt8(ascii: "<"): .parent, UInt8(ascii: "$"): .block,
    ]

    private static func ending(_ mark: UInt8) -> [UInt8] {
        switch mark {
        case UInt8(ascii: "{"): [UInt8(ascii: "}")]
        case UInt8(ascii: "="): [UInt8(ascii: "=")]
        default: []
        }
    }

    private mutating func setDelimiters(_ content: ArraySlice<UInt8>, _ start: Position) throws(TemplateError) {
        let parts = content.split(whereSeparator: \.isMustacheSpace)
        guard parts.count == 2, !content.contains(UInt8(ascii: "=")) else {
            throw TemplateError(file, start, "Delimiters are set by two words without \"=\", an opening and a closing one.")
        }
        opening = Array(parts[0])
        closing = Array(parts[1])
    }

    private func find(_ needle: [UInt8], from start: Int, anyLength: Bool) -> Int? {
        let limit = anyLength ? source.count : min(source.count, start + Self.maximumTagBytes + needle.count)
        var at = start
        while at + needle.count <= limit {
            if starts(with: needle, at: at) { return at }
            at += 1
        }
        return nil
    }

    private func starts(with needle: [UInt8], at start: Int) -> Bool {
        guard start + needle.count <= source.count else { return false }
        for offset in needle.indices where source[start + offset] != needle[offset] { return false }
        return true
    }

    private func trimmed(_ slice: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
        let head = slice.drop(while: \.isMustacheSpace)
        guard let last = head.lastIndex(where: { !$0.isMustacheSpace }) else { return [] }
        return head[...last]
    }

    private func text(_ bytes: [UInt8]) -> String { String(decoding: bytes, as: UTF8.self) }

    private mutating func move(to end: Int) {
        position.advance(over: source[index..<end])
        index = end
    }
}
