import HTTP

/// The routes by segment; a literal segment goes before a parameter, and the most literal path that exists wins.
struct RouteTree: Sendable {
    struct Leaf: Sendable {
        let route: Route
        /// The name of each segment that is a parameter, nil for a literal one.
        let names: [String?]
    }

    private final class Node: Sendable {
        let literals: [String: Node]
        let parameter: Node?
        let leaves: [Method: Leaf]
        init(literals: [String: Node], parameter: Node?, leaves: [Method: Leaf]) {
            self.literals = literals
            self.parameter = parameter
            self.leaves = leaves
        }
    }

    private let root: Node

    init(_ routes: [Route]) throws(RouterError) {
        var rows: [(parts: [Part], leaf: Leaf)] = []
        for route in routes {
            let parts = try Part.parts(of: route.pattern)
            rows.append((parts, Leaf(route: route, names: parts.map(\.name))))
        }
        root = try RouteTree.node(rows, depth: 0)
    }

    private static func node(_ rows: [(parts: [Part], leaf: Leaf)], depth: Int) throws(RouterError) -> Node {
        var literals: [String: [(parts: [Part], leaf: Leaf)]] = [:]
        var parameter: [(parts: [Part], leaf: Leaf)] = []
        var leaves: [Method: Leaf] = [:]
        for row in rows {
            guard depth < row.parts.count else {
                let route = row.leaf.route
                guard leaves.updateValue(row.leaf, forKey: route.method) == nil else { throw .duplicate(route.method, route.pattern) }
                continue
            }
            switch row.parts[depth] {
            case .literal(let text): literals[text, default: []].append(row)
            case .parameter: parameter.append(row)
            }
        }
        var children: [String: Node] = [:]
        for (text, rows) in literals { children[text] = try node(rows, depth: depth + 1) }
        let child = parameter.isEmpty ? nil : try node(parameter, depth: depth + 1)
        return Node(literals: children, parameter: child, leaves: leaves)
    }

    /// The routes of the path by method; nil where nothing of ours is.
    func leaves(at segments: [String]) -> [Method: Leaf]? { RouteTree.find(root, segments[...]) }

    private static func find(_ node: Node, _ segments: ArraySlice<String>) -> [Method: Leaf]? {
        guard let segment = segments.first else { return node.leaves.isEmpty ? nil : node.leaves }
        let rest = segments.dropFirst()
        if let next = node.literals[segment], let found = find(next, rest) { return found }
        guard !segment.isEmpty, let next = node.parameter else { return nil }
        return find(next, rest)
    }
}

/// One segment of a pattern.
enum Part: Hashable, Sendable {
    case literal(String)
    case parameter(String)

    var name: String? {
        if case .parameter(let name) = self { name } else { nil }
    }

    static func parts(of pattern: String) throws(RouterError) -> [Part] {
        guard let segments = Target(path: pattern).pathSegments else { throw .malformed(pattern) }
        var parts: [Part] = []
        for (index, segment) in segments.enumerated() {
            let part =
                segment.hasPrefix("{") && segment.hasSuffix("}")
                ? Part.parameter(String(segment.dropFirst().dropLast())) : .literal(segment)
            // A trailing slash is a path of its own.
            let mayBeEmpty = index > 0 && index == segments.count - 1
            guard mayBeEmpty || !segment.isEmpty, part != .parameter(""), part.name == nil || !parts.contains(part) else {
                throw .malformed(pattern)
            }
            guard part.name != nil || !segment.utf8.contains(where: { $0 == UInt8(ascii: "{") || $0 == UInt8(ascii: "}") }) else {
                throw .malformed(pattern)
            }
            parts.append(part)
        }
        return parts
    }
}

/// A table of routes that cannot be.
public enum RouterError: Error, Hashable, Sendable, CustomStringConvertible {
    case duplicate(Method, String)
    case malformed(String)

    public var description: String {
        switch self {
        case .duplicate(let method, let pattern): "Two routes answer \(method.rawValue) \(pattern)."
        case .malformed(let pattern): "\(pattern) is no pattern: it needs a leading slash, and each segment is literal or one {name}."
        }
    }
}
