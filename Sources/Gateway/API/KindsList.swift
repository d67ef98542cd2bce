import Activities
import HTTP
import Routing

/// `/api/kinds`: every kind with a JSON Schema of what it takes (http.md, "JSON API").
struct KindsList: Sendable {
    /// Without tokens, in the order in which pages list them.
    private let kinds: [[String: JSON]]
    private let center: ActivityCenter

    init(backend: Backend) {
        let now = backend.clock()
        kinds = backend.kinds.all.map { KindsList.object($0, KindSchemas($0, now: now)) }
        center = backend.center
    }

    var routes: [Route] { [Route(.get, "/api/kinds", .anyone, .api, .immediate(answer))] }

    private func answer(_ context: Context) -> Response {
        .json(.object(["kinds": .array(kinds.map { .object(context.role >= .operator ? withToken($0) : $0) })]))
    }

    private func withToken(_ kind: [String: JSON]) -> [String: JSON] {
        var kind = kind
        kind["pushToStartToken"] = kind["kind"]?.string.flatMap { center.pushToStartTokens[$0] }.map(JSON.string)
        return kind
    }

    private static func object(_ kind: AnyKind, _ schemas: KindSchemas) -> [String: JSON] {
        [
            "kind": .string(kind.kind), "attributesType": .string(kind.attributesType), "name": .string(kind.title),
            "description": .string(kind.summary), "attributesSchema": standalone(schemas.attributes(in: .request)),
            "contentStateSchema": standalone(schemas.contentState(in: .request)),
        ]
    }

    private static func standalone(_ schema: Schema) -> JSON { schema.with("$schema", .string(Schema.dialect)).json }
}
