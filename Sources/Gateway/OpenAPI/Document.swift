import Activities
import Foundation
import HTTP

/// The description of all that programs meet: OpenAPI 3.1, from the kinds and the operations.
struct Document {
    private let kinds: [KindSchemas]
    private let baseURL: String
    private let isOpen: Bool
    private let now: Date

    /// `now`: around which the examples lie; `isOpen`: without login whoever comes directly is the operator.
    init(kinds: KindRegistry, baseURL: String, isOpen: Bool, now: Date) {
        self.kinds = kinds.all.map { KindSchemas($0, now: now) }
        self.baseURL = baseURL
        self.isOpen = isOpen
        self.now = now
    }

    var operations: [Operation] {
        ActivityOperations(kinds: kinds).all + StreamOperations.all
            + PushOperations(kinds: kinds, now: Int64(now.timeIntervalSince1970)).all + HistoryOperations(kinds: kinds).all
            + ServiceOperations.all
    }

    var json: JSON {
        .object([
            "openapi": .string("3.1.0"), "jsonSchemaDialect": .string(Schema.dialect), "info": info, "paths": paths,
            "servers": .array([.object(["url": .string(baseURL)])]), "tags": .array(Self.tags), "components": components,
        ])
    }

    private var paths: JSON {
        var paths: [String: [String: JSON]] = [:]
        for operation in operations {
            paths[operation.path, default: [:]][operation.method.rawValue.lowercased()] = operation.json(isOpen: isOpen)
        }
        return .object(paths.mapValues(JSON.object))
    }

    private var components: JSON {
        let schemas = [ActivitySchemas(kinds: kinds).all, EventSchemas.all, PushSchemas(kinds: kinds).all]
        let merged = schemas.reduce(into: [:]) { all, some in all.merge(some) { first, _ in first } }
        let bearer: [String: JSON] = [
            "type": .string("http"), "scheme": .string("bearer"),
            "description": .string("The operator's or the watch token: made at the first start, and kept in the data folder."),
        ]
        let provider: [String: JSON] = [
            "type": .string("http"), "scheme": .string("bearer"),
            "description": .string("The provider secret of pushes, where the server has one."),
        ]
        return .object([
            "schemas": .object(merged.mapValues(\.json)),
            "securitySchemes": .object(["bearer": .object(bearer), "provider": .object(provider)]),
        ])
    }

    private var info: JSON {
        .object([
            "title": .string("Islet"), "version": .string("1"), "summary": .string("Live Activities for every browser."),
            "description": .string(Self.introduction),
        ])
    }

    private static let tags = [
        tag("Activities", "Start, read, update and end them."), tag("Events", "What happens, as it happens."),
        tag("Push", "What a backend already sends to Apple."), tag("History", "What is over."), tag("Settings", "What holds for all."),
        tag("Service", "What this server knows, and how it is."),
    ]

    private static func tag(_ name: String, _ description: String) -> JSON {
        .object(["name": .string(name), "description": .string(description)])
    }
}
