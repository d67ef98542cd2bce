import Activities
import HTTP
import Kinds
import Routing
import Testing

@testable import Gateway

/// The description names what there is, and everything that it names is there.
@Suite struct OpenAPIDocumentTests {
    private let house: OpenAPIHouse
    private let document: JSON
    private let operations: [Operation]

    init() throws {
        house = try OpenAPIHouse()
        document = try house.get("/openapi.json")
        operations = Document(kinds: house.backend.kinds, baseURL: "", isOpen: false, now: OpenAPIHouse.now).operations
    }

    /// What the binary serves beside the gateway.
    private static let ofTheBinary: Set = ["GET /healthz", "GET /readyz"]

    private func isForPrograms(_ pattern: String) -> Bool {
        ["/api/", "/3/"].contains(where: pattern.hasPrefix) || ["/openapi.json", "/history.jsonl"].contains(pattern)
    }

    @Test func `every route for programs is described, with its role, and nothing else is`() {
        // Two paths that only say what is missing in them.
        let routes = house.gateway.routes.filter { isForPrograms($0.pattern) && !["/3/device", "/3/device/"].contains($0.pattern) }
        #expect(routes.allSatisfy { $0.surface != .page })
        let described = operations.map { "\($0.method.rawValue) \($0.path)" }
        #expect(Set(described) == Set(routes.map { "\($0.method.rawValue) \($0.pattern)" }).union(Self.ofTheBinary))
        #expect(described.count == Set(described).count)
        for route in routes {
            let access = operations.first { $0.method == route.method && $0.path == route.pattern }?.access
            #expect(access?.rawValue == (route.surface == .push ? "token" : "\(route.role)"), "\(route.method.rawValue) \(route.pattern)")
        }
    }

    @Test func `every name is unique, every parameter of a path is described, and every link leads to an operation`() {
        #expect(Set(operations.map(\.id)).count == operations.count)
        for operation in operations {
            let names = operation.path.split(separator: "/").filter { $0.hasPrefix("{") }.map { $0.dropFirst().dropLast() }
            #expect(operation.parameters.filter { $0.place == .path }.map(\.name) == names.map(String.init), "\(operation.id)")
            for link in operation.answers.flatMap(\.links) {
                let target = operations.first { $0.id == link.value.operation }
                #expect(
                    link.value.parameters.keys.allSatisfy { name in target?.parameters.contains { $0.name == name } == true }, "\(link.key)"
                )
            }
        }
    }

    @Test func `a start leads to every operation on an activity`() {
        let links = operations.first { $0.id == "startActivity" }?.answers.flatMap { $0.links.values.map(\.operation) } ?? []
        let onOne = operations.filter { $0.path.contains("{") }.map(\.id)
        #expect(Set(links) == Set(onOne))
    }

    @Test func `every reference leads somewhere, and every component is used`() {
        let validator = OpenAPIValidator(document: document)
        let references = Set(Self.references(in: document))
        #expect(references.filter { validator.resolve($0) == nil } == [])
        guard case .object(let schemas)? = document["components"]?["schemas"] else { return }
        let unused = schemas.keys.filter { !references.contains("#/components/schemas/\($0)") }
        // What a stream's data holds is told in words: OpenAPI 3.1 knows no schema for one event.
        #expect(Set(unused) == ["Event", "Reset"])
    }

    private static func references(in json: JSON) -> [String] {
        switch json {
        case .array(let values): values.flatMap(references)
        case .object(let members): (members["$ref"]?.string.map { [$0] } ?? []) + members.values.flatMap(references)
        default: []
        }
    }

    @Test func `every example fits the schema that it stands beside`() throws {
        let validator = OpenAPIValidator(document: document)
        var count = 0
        for operation in operations {
            guard let body = operation.body else { continue }
            for (name, example) in body.examples {
                #expect(validator.complaints(example, body.schema.json) == [], "\(operation.id) \(name)")
                count += 1
            }
        }
        #expect(count >= 5)
    }

    @Test func `every operation tells what it asks for, and how it answers when nothing is wrong`() {
        for operation in operations {
            #expect(!operation.summary.isEmpty && !operation.summary.hasSuffix("."), "\(operation.id)")
            #expect(operation.answers.contains { (200..<300).contains($0.status.code) }, "\(operation.id)")
            #expect(operation.answers.allSatisfy { $0.description.hasSuffix(".") }, "\(operation.id)")
            let statuses = Set(operation.answers.map(\.status.code))
            #expect(operation.access == .token || statuses.contains(401), "\(operation.id)")
            #expect(statuses.contains(403) == [.watcher, .operator, .token].contains(operation.access), "\(operation.id)")
            #expect(operation.isEndless == operation.answers.contains { $0.content["text/event-stream"] != nil }, "\(operation.id)")
        }
    }

    @Test func `a login is asked for where there is one`() throws {
        func security(_ isOpen: Bool) throws -> JSON? {
            try OpenAPIHouse(isOpen: isOpen).get("/openapi.json")["paths"]?["/api/settings"]?["get"]?["security"]
        }
        let bearer = JSON.object(["bearer": .array([])])
        #expect(try security(false) == .array([bearer]))
        #expect(try security(true) == .array([.object([:]), bearer]))
    }

    @Test func `whoever reads it first learns how to begin`() throws {
        let text = try #require(document["info"]?["description"]?.string)
        for word in ["/api/kinds", "/api/activities", "Bearer", "pushToken", "ISO 8601", "problem+json", "Idempotency-Key", "4096"] {
            #expect(text.contains(word), "\(word)")
        }
        #expect(document["openapi"] == .string("3.1.0"))
    }
}
