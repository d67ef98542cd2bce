/// A compiled piece of a template. The payloads are immutable classes: walking them costs one reference each, and a block has an identity.
enum Node: Sendable {
    case text(Text)
    case variable(Reference)
    case raw(Reference)
    case section(Section)
    case inverted(Section)
    case inclusion(Inclusion)
    case block(Block)
}

/// Text as it stands in the source.
final class Text: Sendable {
    let bytes: [UInt8]
    let startsLine: Bool  // indentation, where there is one, comes before it

    init(_ bytes: [UInt8], startsLine: Bool) {
        self.bytes = bytes
        self.startsLine = startsLine
    }
}

/// A name in the context: `.` is no part at all, `a.b.c` is `a` up the stack and then `b`, `c` strictly inside.
final class Reference: Sendable {
    let first: String?
    let rest: [String]
    let position: Position

    init(parts: [String], position: Position) {
        first = parts.first
        rest = Array(parts.dropFirst())
        self.position = position
    }

    var spelling: String { first.map { ([$0] + rest).joined(separator: ".") } ?? "." }
}

final class Section: Sendable {
    let reference: Reference
    let nodes: [Node]

    init(_ reference: Reference, _ nodes: [Node]) {
        self.reference = reference
        self.nodes = nodes
    }
}

/// A partial, or a parent: another template in this place, with arguments for its blocks.
final class Inclusion: Sendable {
    enum Target: Sendable {
        case template(Int)
        case missing(String)
        case dynamic(Reference)
    }

    let target: Target
    let isParent: Bool
    let indentation: [UInt8]
    let standsAlone: Bool
    let arguments: [Block]
    let position: Position

    init(_ target: Target, isParent: Bool, layout: LineLayout.Place, arguments: [Block] = [], position: Position) {
        self.target = target
        self.isParent = isParent
        indentation = layout.indentation
        standsAlone = layout.standsAlone
        self.arguments = arguments
        self.position = position
    }
}

/// `{{$name}}…{{/name}}`: a parameter with its default, or, directly in a parent, an argument.
final class Block: Sendable {
    let name: String
    let nodes: [Node]
    let indentation: [UInt8]  // what an argument's lines get in this place
    let standsAlone: Bool  // the argument starts at the beginning of a line
    let trailing: [UInt8]  // the line ending that went with a closing tag that stood alone
    let startsLine: Bool  // the content starts with the start of a line
    let endsLine: Bool  // the content ends with the end of a line
    let template: Int  // whose source it stands in
    let position: Position

    init(name: String, nodes: [Node], layout: LineLayout.Place, template: Int, position: Position) {
        self.name = name
        self.nodes = nodes
        indentation = layout.indentation
        standsAlone = layout.standsAlone
        trailing = layout.trailing
        startsLine = layout.startsLine
        endsLine = layout.endsLine
        self.template = template
        self.position = position
    }
}

struct Template: Sendable {
    let name: String
    let file: String
    let nodes: [Node]
    let size: Int
}
