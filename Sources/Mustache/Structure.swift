/// Which closing tag belongs to which opening one.
struct Structure {
    private(set) var partner: [Int: Int] = [:]
    private(set) var arguments: Set<Int> = []
    private var open: [Int] = []
    private let tokens: [Token]
    private let file: String

    init(tokens: [Token], file: String) throws(TemplateError) {
        self.tokens = tokens
        self.file = file
        for index in tokens.indices { try take(index) }
        if let last = open.last {
            throw TemplateError(file, tokens[last].position, "\"\(tokens[last].name)\" is opened here and never closed.")
        }
    }

    private mutating func take(_ index: Int) throws(TemplateError) {
        let token = tokens[index]
        guard let sigil = token.sigil, sigil != .comment, sigil != .delimiters else { return }
        try checkName(token)
        if sigil == .close { return try close(index) }
        if let outer = open.last, tokens[outer].sigil == .parent {
            guard sigil == .block else {
                throw TemplateError(file, token.position, "Directly in the parent \"\(tokens[outer].name)\" only blocks may stand.")
            }
            arguments.insert(index)
        }
        guard sigil.opens else { return }
        guard open.count < TemplateParser.maximumNesting else {
            throw TemplateError(file, token.position, "Tags nest more than \(TemplateParser.maximumNesting) deep here.")
        }
        open.append(index)
    }

    private mutating func close(_ index: Int) throws(TemplateError) {
        let token = tokens[index]
        guard let opening = open.popLast() else {
            throw TemplateError(file, token.position, "\"\(token.name)\" is closed here and was never opened.")
        }
        guard tokens[opening].bytes == token.bytes else {
            let place = tokens[opening].position
            let expected = "\"\(tokens[opening].name)\" of line \(place.line), column \(place.column)"
            throw TemplateError(file, token.position, "\"\(token.name)\" is closed here, but \(expected) is open.")
        }
        partner[opening] = index
    }

    private func checkName(_ token: Token) throws(TemplateError) {
        let isDynamic = (token.sigil == .partial || token.sigil == .parent) && token.bytes.first == UInt8(ascii: "*")
        let name = isDynamic ? token.bytes.dropFirst().drop(while: \.isMustacheSpace) : token.bytes
        guard !name.isEmpty else { throw TemplateError(file, token.position, "This tag has no name.") }
        guard !name.contains(where: \.isMustacheSpace) else {
            throw TemplateError(file, token.position, "The name \"\(token.name)\" holds a space.")
        }
    }
}
