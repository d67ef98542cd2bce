/// Walks nodes and writes bytes; the context stack, the indentation and the arguments of blocks are its whole state.
struct Renderer {
    /// Partials may contain themselves as deep as their data goes: beyond this it is an error instead of an overflow of the stack.
    static let maximumDepth = 512

    private let templates: [Template]
    private let indices: [String: Int]
    private(set) var output: [UInt8] = []
    private var stack: [Value]
    private var indentation: [UInt8] = []
    private var isInLine = false  // where we are already stands behind its indentation
    private var scope: Scope?
    private var template: Int
    private var depth = 0

    init(templates: [Template], indices: [String: Int], template: Int, value: Value) {
        self.templates = templates
        self.indices = indices
        self.template = template
        stack = [value]
        stack.reserveCapacity(16)
        output.reserveCapacity(templates[template].size * 2 + 1024)
    }

    mutating func render() throws(TemplateError) {
        try render(templates[template].nodes)
    }

    private mutating func render(_ nodes: [Node]) throws(TemplateError) {
        depth += 1
        for node in nodes {
            switch node {
            case .text(let text): append(text)
            case .variable(let reference): if let value = resolve(reference) { output.appendEscaped(value) }
            case .raw(let reference): if let value = resolve(reference) { output.appendRaw(value) }
            case .section(let section): try render(section)
            case .inverted(let section):
                if resolve(section.reference)?.isFalsy ?? true { try descend(section.nodes, section.reference.position) }
            case .inclusion(let inclusion): try render(inclusion)
            case .block(let block): try render(block)
            }
        }
        depth -= 1
    }

    private mutating func descend(_ nodes: [Node], _ position: Position) throws(TemplateError) {
        guard depth < Self.maximumDepth else {
            throw TemplateError(templates[template].file, position, "Rendering nests more than \(Self.maximumDepth) deep here.")
        }
        try render(nodes)
    }

    private mutating func render(_ section: Section) throws(TemplateError) {
        guard let value = resolve(section.reference), !value.isFalsy else { return }
        if case .array(let elements) = value {
            for element in elements { try push(element, section) }
        } else {
            try push(value, section)
        }
    }

    private mutating func push(_ value: Value, _ section: Section) throws(TemplateError) {
        stack.append(value)
        try descend(section.nodes, section.reference.position)
        stack.removeLast()
    }

    private mutating func render(_ inclusion: Inclusion) throws(TemplateError) {
        guard let target = target(of: inclusion) else { return }
        let outer = (indentation, scope, template)
        if inclusion.standsAlone { indentation += inclusion.indentation } else { indentation = [] }
        scope = Scope(inclusion.arguments, within: scope)
        guard depth < Self.maximumDepth else {
            throw TemplateError(templates[template].file, inclusion.position, "Rendering nests more than \(Self.maximumDepth) deep here.")
        }
        template = target
        try render(templates[target].nodes)
        (indentation, scope, template) = outer
        isInLine = false
    }

    private func target(of inclusion: Inclusion) -> Int? {
        switch inclusion.target {
        case .template(let index): return index
        case .missing: return nil
        case .dynamic(let reference):
            guard case .string(let name)? = resolve(reference) else { return nil }
            return indices[name]
        }
    }

    private mutating func render(_ block: Block) throws(TemplateError) {
        guard let argument = scope?.argument(for: block.name) else { return try descend(block.nodes, block.position) }
        let outer = (indentation, scope, template)
        indentation += block.indentation
        if block.standsAlone {
            if !argument.block.startsLine { output += indentation }
        } else {
            isInLine = argument.block.startsLine
        }
        scope = argument.scope
        template = argument.block.template
        try descend(argument.block.nodes, argument.block.position)
        if block.standsAlone, !argument.block.endsLine { output += block.trailing }
        (indentation, scope, template) = outer
        isInLine = false
    }

    private mutating func append(_ text: Text) {
        defer { isInLine = false }
        guard !indentation.isEmpty else { return output.append(contentsOf: text.bytes) }
        if text.startsLine, !isInLine { output += indentation }
        for (index, byte) in text.bytes.enumerated() {
            output.append(byte)
            if byte == UInt8(ascii: "\n"), index + 1 < text.bytes.count { output += indentation }
        }
    }

    private func resolve(_ reference: Reference) -> Value? {
        guard let first = reference.first else { return stack.last }
        guard var value = find(first) else { return nil }
        for part in reference.rest {
            guard case .object(let members) = value, let member = members[part] else { return nil }
            value = member
        }
        return value
    }

    private func find(_ name: String) -> Value? {
        var level = stack.count - 1
        while level >= 0 {
            if case .object(let members) = stack[level], let value = members[name] { return value }
            level -= 1
        }
        return nil
    }
}

/// The arguments in force for the blocks of a template: those from outside win, and each is rendered within the scope it was written in.
final class Scope: Sendable {
    struct Argument: Sendable {
        let block: Block
        let scope: Scope?
    }

    let arguments: [Argument]

    /// Nil without any argument; the outer scope itself where nothing is added.
    convenience init?(_ blocks: [Block], within outer: Scope?) {
        let known = outer?.arguments ?? []
        let added = blocks.filter { block in !known.contains { $0.block.name == block.name } }
        guard !(known.isEmpty && added.isEmpty) else { return nil }
        self.init(known + added.map { Argument(block: $0, scope: outer) })
    }

    private init(_ arguments: [Argument]) { self.arguments = arguments }

    func argument(for name: String) -> Argument? { arguments.first { $0.block.name == name } }
}
