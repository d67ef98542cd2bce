/// Walks a template as rendering would, with shapes instead of values, and takes every branch.
struct TemplateCheck {
    private struct Visit: Hashable {
        let template: Int
        let stack: [Shape]
        let scope: Int
    }

    private let library: Library
    private var stack: [Shape]
    private var scope: Scope?
    private var template: Int
    private var depth = 0
    private var visits: Set<Visit> = []
    private var scopes: [[[ObjectIdentifier]]] = []

    init(library: Library, template: Int, shape: Shape) {
        self.library = library
        self.template = template
        stack = [shape.unwrapped]
    }

    mutating func run() throws(TemplateError) { try enter(template, at: Position()) }

    /// Each template once for each stack and scope: what contains itself comes to an end, for a stack holds no shape twice.
    private mutating func enter(_ target: Int, at position: Position) throws(TemplateError) {
        guard visits.insert(Visit(template: target, stack: stack, scope: number(of: scope))).inserted else { return }
        let outer = template
        template = target
        try walk(library.templates[target].nodes, at: position)
        template = outer
    }

    private mutating func walk(_ nodes: [Node], at position: Position) throws(TemplateError) {
        guard depth < Renderer.maximumDepth else { throw error(position, "Templates nest more than \(Renderer.maximumDepth) deep here.") }
        depth += 1
        for node in nodes {
            switch node {
            case .text: break
            case .variable(let reference), .raw(let reference): try checkPrinted(reference)
            case .section(let section): try walk(section)
            case .inverted(let section):
                _ = try resolve(section.reference)
                try walk(section.nodes, at: section.reference.position)
            case .inclusion(let inclusion): try walk(inclusion)
            case .block(let block): try walk(block)
            }
        }
        depth -= 1
    }

    private func checkPrinted(_ reference: Reference) throws(TemplateError) {
        switch try resolve(reference).unwrapped {
        case .array:
            throw error(reference.position, "\"\(reference.spelling)\" is an array and prints nothing; a section shows its elements.")
        case .object, .dictionary:
            throw error(reference.position, "\"\(reference.spelling)\" is an object and prints nothing; name one of its members.")
        default: break
        }
    }

    private mutating func walk(_ section: Section) throws(TemplateError) {
        var shape = try resolve(section.reference).unwrapped
        if case .array(let element) = shape { shape = element.unwrapped }
        let outer = stack
        stack.removeAll { $0 == shape }  // an equal one further out never answers before this one
        stack.append(shape)
        try walk(section.nodes, at: section.reference.position)
        stack = outer
    }

    private mutating func walk(_ inclusion: Inclusion) throws(TemplateError) {
        let target: Int
        switch inclusion.target {
        case .template(let index): target = index
        case .missing(let name):
            throw error(
                inclusion.position, "There is no template \"\(name)\", which is the \(inclusion.isParent ? "parent" : "partial") here.")
        case .dynamic(let reference): return try checkPrinted(reference)
        }
        try checkArguments(of: inclusion, target)
        let outer = scope
        scope = Scope(inclusion.arguments, within: scope)
        try enter(target, at: inclusion.position)
        scope = outer
    }

    private mutating func walk(_ block: Block) throws(TemplateError) {
        guard let argument = scope?.argument(for: block.name) else { return try walk(block.nodes, at: block.position) }
        let outer = (scope, template)
        scope = argument.scope
        template = argument.block.template
        try walk(argument.block.nodes, at: argument.block.position)
        (scope, template) = outer
    }

    /// An argument for a block that the parent does not have would silently vanish.
    private func checkArguments(of inclusion: Inclusion, _ target: Int) throws(TemplateError) {
        guard !inclusion.arguments.isEmpty else { return }
        var blocks = BlockNames(library: library)
        blocks.collect(from: target)
        for argument in inclusion.arguments where !blocks.names.contains(argument.name) && !blocks.isOpen {
            throw error(argument.position, "The parent \"\(library.templates[target].name)\" has no block \"\(argument.name)\".")
        }
    }

    private func resolve(_ reference: Reference) throws(TemplateError) -> Shape {
        guard let first = reference.first else { return stack.last ?? .anything }
        guard var shape = find(first) else {
            throw error(reference.position, "Nothing here is named \"\(first)\"\(names()).")
        }
        for part in reference.rest {
            guard let member = shape.unwrapped.member(part) else {
                throw error(reference.position, "\"\(reference.spelling)\" leads nowhere: there is no \"\(part)\" in it.")
            }
            shape = member
        }
        return shape
    }

    private func find(_ name: String) -> Shape? {
        for shape in stack.reversed() {
            if let member = shape.member(name) { return member }
        }
        return nil
    }

    private func names() -> String {
        let known = Set(stack.flatMap { shape -> [String] in if case .object(let members) = shape { Array(members.keys) } else { [] } })
        return known.isEmpty ? "" : "; there are " + known.sorted().joined(separator: ", ")
    }

    /// Equal scopes get one number; a scope is the chain of blocks that it was made of.
    private mutating func number(of scope: Scope?) -> Int {
        let chain = scope?.chain ?? []
        if let known = scopes.firstIndex(of: chain) { return known }
        scopes.append(chain)
        return scopes.count - 1
    }

    private func error(_ position: Position, _ message: String) -> TemplateError {
        TemplateError(library.templates[template].file, position, message)
    }
}

extension Shape {
    /// The shape of a member, or nil where there is none of that name.
    fileprivate func member(_ name: String) -> Shape? {
        switch self {
        case .object(let members): members[name]
        case .dictionary(let shape): shape
        case .anything: .anything
        default: nil
        }
    }
}

extension Scope {
    /// The blocks of this scope, then those of the scopes that they were written in.
    fileprivate var chain: [[ObjectIdentifier]] {
        [arguments.map { ObjectIdentifier($0.block) }] + arguments.flatMap { $0.scope?.chain ?? [] }
    }
}

/// The names of all blocks that a template, or whatever it includes, has.
private struct BlockNames {
    let library: Library
    private(set) var names: Set<String> = []
    private(set) var isOpen = false  // includes what only the value names
    private var seen: Set<Int> = []

    init(library: Library) { self.library = library }

    mutating func collect(from template: Int) {
        if seen.insert(template).inserted { collect(from: library.templates[template].nodes) }
    }

    private mutating func collect(from nodes: [Node]) {
        for node in nodes {
            switch node {
            case .text, .variable, .raw: break
            case .section(let section), .inverted(let section): collect(from: section.nodes)
            case .block(let block):
                names.insert(block.name)
                collect(from: block.nodes)
            case .inclusion(let inclusion):
                for argument in inclusion.arguments { collect(from: argument.nodes) }
                if case .template(let index) = inclusion.target { collect(from: index) }
                if case .dynamic = inclusion.target { isOpen = true }
            }
        }
    }
}
