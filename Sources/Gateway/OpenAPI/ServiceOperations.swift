import HTTP

/// Settings, what the server knows, and how it is.
enum ServiceOperations {
    static var all: [Operation] { [settings, changeSettings, kinds, description, healthz, readyz] }

    private static let settings = Operation(
        method: .get, path: "/api/settings", id: "getSettings", tag: "Settings", access: .operator, summary: "Read the settings",
        answers: Answer.closed + [.json(.ok, "The settings.", .reference("Settings"))])

    private static let changeSettings = Operation(
        method: .put, path: "/api/settings", id: "changeSettings", tag: "Settings", access: .operator, summary: "Change settings",
        details: "What is left out stays as it is.", body: Operation.Body(schema: .reference("SettingsChange")),
        answers: Answer.changing + [.json(.ok, "The settings as they are now.", .reference("Settings")), .invalid])

    private static let kinds = Operation(
        method: .get, path: "/api/kinds", id: "listKinds", tag: "Service", access: .anyone, summary: "List the kinds of activities",
        details: "With a JSON Schema of what each takes. Operators find the push-to-start tokens here.",
        answers: Answer.guarded + [.json(.ok, "Every kind that this server knows.", .object(required: ["kinds": .array(of: kind)]))])

    private static let kind = Schema.object(
        required: [
            "kind": .string(pattern: "^[a-z0-9-]+$"), "attributesType": .string(), "name": .string(), "description": .string(),
            "attributesSchema": jsonSchema, "contentStateSchema": jsonSchema,
        ],
        optional: ["pushToStartToken": Schema.pushToken.described("A push with it starts an activity; operators only.")])

    private static let jsonSchema = Schema.object(required: ["$schema": .constant(Schema.dialect), "type": .constant("object")])
        .described("A JSON Schema.")

    private static let description = Operation(
        method: .get, path: "/openapi.json", id: "getDescription", tag: "Service", access: .anyone, summary: "Read this description",
        answers: Answer.guarded + [
            .json(
                .ok, "OpenAPI 3.1.", .object(required: ["openapi": .string(pattern: "^3\\.1\\."), "info": .object(), "paths": .object()]))
        ])

    private static let healthz = Operation(
        method: .get, path: "/healthz", id: "getHealth", tag: "Service", access: .anyone, summary: "Ask whether the server is alive",
        answers: Answer.guarded + [text(.ok, "It is alive.")])

    private static let readyz = Operation(
        method: .get, path: "/readyz", id: "getReadiness", tag: "Service", access: .anyone,
        summary: "Ask whether the server can store and serve",
        answers: Answer.guarded + [text(.ok, "It can."), text(.serviceUnavailable, "It cannot store at this moment.")])

    private static func text(_ status: Status, _ description: String) -> Answer {
        Answer(status: status, description: description, content: ["text/plain": .string()])
    }
}
