import Foundation
import Mustache
import Testing

private enum Phase: String, Codable { case baking, done }
private enum Size: String, Codable, CaseIterable { case small, large }
private struct Stop: Codable {
    var place: String
    var minutes: Int?
}
private struct View: Codable {
    var title: String
    var count: Int
    var share: Double
    var isDone: Bool
    var size: Size
    var phase: Phase?
    var stop: Stop
    var next: Stop?
    var stops: [Stop]
    var tags: Set<String>
    var extra: [String: Int]
    var free: Value
    var identifier: UUID
    var small: UInt8
}
private struct Tree: Codable {
    var name: String
    var children: [Tree]
}
private struct Strict: Codable { var phase: Phase }
private struct Dated: Codable { var at: Date }
private struct Nested: Codable {
    enum Outer: CodingKey { case inner, list }
    enum Inner: CodingKey { case a }
    init() {}
    init(from decoder: any Decoder) throws {
        let outer = try decoder.container(keyedBy: Outer.self)
        _ = try outer.nestedContainer(keyedBy: Inner.self, forKey: .inner).decode(Int.self, forKey: .a)
        var list = try outer.nestedUnkeyedContainer(forKey: .list)
        _ = try list.decode(Bool.self)
    }
    func encode(to encoder: any Encoder) throws {
        var outer = encoder.container(keyedBy: Outer.self)
        var inner = outer.nestedContainer(keyedBy: Inner.self, forKey: .inner)
        try inner.encode(1, forKey: .a)
        var list = outer.nestedUnkeyedContainer(forKey: .list)
        try list.encode(true)
        try list.encodeNil()
    }
}

private let stop: Shape = ["place": .scalar, "minutes": .optional(.scalar)]

struct EncodingTests {
    @Test("a view becomes the value that its members say")
    func view() throws {
        let identifier = UUID()
        let view = View(
            title: "Pizza", count: 3, share: 0.5, isDone: true, size: .large, phase: .baking, stop: Stop(place: "A"), next: nil,
            stops: [Stop(place: "B", minutes: 4)], tags: ["x"], extra: ["y": 1], free: ["z": [1, nil]], identifier: identifier, small: 7)
        let expected: Value = [
            "title": "Pizza", "count": 3, "share": 0.5, "isDone": true, "size": "large", "phase": "baking",
            "stop": ["place": "A", "minutes": nil], "next": nil,
            "stops": [["place": "B", "minutes": 4]], "tags": ["x"], "extra": ["y": 1], "free": ["z": [1, nil]],
            "identifier": .string(identifier.uuidString), "small": 7,
        ]
        #expect(try ValueEncoder().encode(view) == expected)
    }

    @Test("nested containers, single values and empty ones are encoded")
    func containers() throws {
        #expect(try ValueEncoder().encode(Nested()) == ["inner": ["a": 1], "list": [true, nil]])
        #expect(try ValueEncoder().encode([Int]()) == [])
        #expect(try ValueEncoder().encode("x") == "x")
        #expect(try ValueEncoder().encode([1.5, nil]) == [1.5, nil])
        #expect(
            try ValueEncoder().encode(Tree(name: "a", children: [Tree(name: "b", children: [])])) == [
                "name": "a", "children": [["name": "b", "children": []]],
            ])
    }

    @Test("dates, numbers that are none and values without an end are refused")
    func refusals() {
        #expect(throws: EncodingError.self) { try ValueEncoder().encode(Dated(at: Date(timeIntervalSince1970: 0))) }
        #expect(throws: EncodingError.self) { try ValueEncoder().encode(Double.nan) }
        #expect(throws: EncodingError.self) { try ValueEncoder().encode(UInt.max) }
        func tree(_ depth: Int) -> Tree { (0..<depth).reduce(Tree(name: "", children: [])) { tree, _ in Tree(name: "", children: [tree]) } }
        #expect(throws: Never.self) { try ValueEncoder().encode(tree(31)) }
        #expect(throws: EncodingError.self) { try ValueEncoder().encode(tree(40)) }
    }

    @Test("the shape of a type has every name that it reads, and what may be absent")
    func shape() throws {
        let expected: Shape = [
            "title": .scalar, "count": .scalar, "share": .scalar, "isDone": .boolean, "size": .scalar, "phase": .optional(.scalar),
            "stop": stop,
            "next": .optional(stop), "stops": .array(stop), "tags": .array(.scalar), "extra": .dictionary(.scalar), "free": .anything,
            "identifier": .scalar, "small": .scalar,
        ]
        #expect(try Shape(of: View.self) == expected)
        #expect(try Shape(of: [String?].self) == .array(.optional(.scalar)))
        #expect(try Shape(of: Tree.self) == ["name": .scalar, "children": .array(.anything)])
        #expect(try Shape(of: Nested.self) == ["inner": ["a": .scalar], "list": .array(.boolean)])
    }

    @Test("a type whose shape cannot be found is refused, never guessed")
    func unknownShapes() {
        #expect(throws: DecodingError.self) { try Shape(of: Strict.self) }
        #expect(throws: DecodingError.self) { try Shape(of: Dated.self) }
    }

    @Test("what is encoded renders where its shape was accepted")
    func together() throws {
        let library = try Library(templates: ["page": "{{name}}{{#children}}[{{>page}}]{{/children}}"])
        try library.check("page", against: Shape(of: Tree.self))
        let value = try ValueEncoder().encode(Tree(name: "a", children: [Tree(name: "b", children: []), Tree(name: "c", children: [])]))
        #expect(String(decoding: try library.render("page", value), as: UTF8.self) == "a[b][c]")
    }
}
