/// Makes the nodes of one template; refuses what is not closed, not matched, not named or nested too deeply.
struct TemplateParser {
    /// Sections, parents and blocks in one another: building and rendering recurse once per level, so a hostile template would overflow the stack.
    static let maximumNesting = 64

    private let file: String
    private let template: Int
    private let indices: [String: Int]
    private let layout: LineLayout
    private let partner: [Int: Int]

    /// `indices`: the number of every template by its name; `template`: this one's.
    static func parse(_ source: [UInt8], file: String, template: Int, indices: [String: Int]) throws(TemplateError) -> [Node] {
        let tokens = try Scanner.tokens(of: source, file: file)
        let structure = try Structure(tokens: tokens, file: file)
        let layout = LineLayout(tokens: tokens, partner: structure.partner, arguments: structure.arguments)
        let parser = TemplateParser(file: file, template: template, indices: indices, layout: layout, partner: structure.partner)
        return try parser.nodes(in: 0..<tokens.count)
    }

    private func nodes(in range: Range<Int>) throws(TemplateError) -> [Node] {
        var nodes: [Node] = []
        var index = range.lowerBound
        while index < range.upperBound {
            try append(index, to: &nodes)
            index = (partner[index] ?? index) + 1
        }
        return nodes
    }

    private func append(_ index: Int, to nodes: inout [Node]) throws(TemplateError) {
        let token = layout.tokens[index]
        guard let sigil = token.sigil else { return appendText(index, to: &nodes) }
        let place = layout.places[index] ?? .init()
        if layout.startsLine[index], !place.standsAlone { nodes.append(.text(Text([], startsLine: true))) }
        let body = index + 1..<(partner[index] ?? index + 1)
        switch sigil {
        case .variable: nodes.append(.variable(try reference(token)))
        case .raw: nodes.append(.raw(try reference(token)))
        case .section: nodes.append(.section(Section(try reference(token), try self.nodes(in: body))))
        case .inverted: nodes.append(.inverted(Section(try reference(token), try self.nodes(in: body))))
        case .partial, .parent:
            let arguments = sigil == .parent ? try self.arguments(in: body) : []
            let target = try target(token)
            let isParent = sigil == .parent
            nodes.append(.inclusion(Inclusion(target, isParent: isParent, layout: place, arguments: arguments, position: token.position)))
        case .block: nodes.append(.block(try block(index)))
        case .close, .comment, .delimiters: break
        }
    }

    private func appendText(_ index: Int, to nodes: inout [Node]) {
        guard !layout.isDropped(index) else { return }
        let bytes = layout.tokens[index].bytes
        let startsLine = layout.startsLine[index]
        if case .text(let last)? = nodes.last, !startsLine || last.bytes.last == UInt8(ascii: "\n") && !bytes.isEmpty {
            nodes[nodes.count - 1] = .text(Text(last.bytes + bytes, startsLine: last.startsLine))
        } else {
            nodes.append(.text(Text(Array(bytes), startsLine: startsLine)))
        }
    }

    /// The blocks in a parent; its text is ignored, and Structure has refused any other tag there.
    private func arguments(in range: Range<Int>) throws(TemplateError) -> [Block] {
        var blocks: [Block] = []
        var index = range.lowerBound
        while index < range.upperBound {
            if layout.tokens[index].sigil == .block {
                let block = try block(index)
                if blocks.contains(where: { $0.name == block.name }) {
                    throw TemplateError(file, block.position, "The block \"\(block.name)\" is given twice in one parent.")
                }
                blocks.append(block)
            }
            index = (partner[index] ?? index) + 1
        }
        return blocks
    }

    private func block(_ index: Int) throws(TemplateError) -> Block {
        let token = layout.tokens[index]
        let nodes = try nodes(in: index + 1..<(partner[index] ?? index + 1))
        return Block(name: token.name, nodes: nodes, layout: layout.places[index] ?? .init(), template: template, position: token.position)
    }

    private func target(_ token: Token) throws(TemplateError) -> Inclusion.Target {
        if token.bytes.first == UInt8(ascii: "*") {
            let parts = token.bytes.dropFirst().drop(while: \.isMustacheSpace)
            return .dynamic(try reference(Token(sigil: token.sigil, bytes: parts, position: token.position), isDynamic: true))
        }
        return indices[token.name].map { .template($0) } ?? .missing(token.name)
    }

    private func reference(_ token: Token, isDynamic: Bool = false) throws(TemplateError) -> Reference {
        if token.bytes.elementsEqual([UInt8(ascii: ".")]) { return Reference(parts: [], position: token.position) }
        let parts = token.bytes.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
        guard parts.allSatisfy({ !$0.isEmpty }) else {
            throw TemplateError(file, token.position, "The name \"\(token.name)\" has an empty part.")
        }
        guard isDynamic || Self.mayStartName(token.bytes.first ?? 0) else {
            throw TemplateError(file, token.position, "A tag that starts like \"\(token.name)\" is unknown.")
        }
        return Reference(parts: parts.map { String(decoding: $0, as: UTF8.self) }, position: token.position)
    }

    private static func mayStartName(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "0")...UInt8(ascii: "9"): true
        case UInt8(ascii: "_"), UInt8(ascii: "-"), 0x80...: true
        default: false
        }
    }
}
