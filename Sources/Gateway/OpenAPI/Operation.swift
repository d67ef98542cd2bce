import Activities
import HTTP

/// One method of one path, as the description tells it.
struct Operation: Sendable {
    /// Who may (http.md, "Who may do what").
    enum Access: String, Sendable {
        case anyone, link, watcher, `operator`
        /// Whoever knows the token in the path.
        case token
    }

    let method: HTTP.Method
    /// The route's pattern.
    let path: String
    /// Unique, in camel case: what generated clients call it.
    let id: String
    let tag: String
    let access: Access
    let summary: String
    /// Markdown.
    var details = ""
    var parameters: [Parameter] = []
    var body: Body?
    let answers: [Answer]
    /// Its answer is a stream that goes on until somebody ends it.
    var isEndless = false

    struct Parameter: Sendable {
        enum Place: String, Sendable { case path, query, header }

        let name: String
        let place: Place
        let schema: Schema
        let description: String
        var isRequired = false
        var example: JSON?
    }

    struct Body: Sendable {
        let schema: Schema
        var isRequired = true
        /// By name.
        var examples: [String: JSON] = [:]

        /// None, or an object without members, for clients that send one always.
        static let nothing = Body(schema: Schema.object().closed, isRequired: false)
    }
}

extension Operation {
    /// `isOpen`: without login whoever comes directly is the operator.
    func json(isOpen: Bool) -> JSON {
        var object: [String: JSON] = [
            "operationId": .string(id), "tags": .array([.string(tag)]), "summary": .string(summary), "x-access": .string(access.rawValue),
            "security": security(isOpen: isOpen), "responses": responses,
        ]
        if !details.isEmpty { object["description"] = .string(details) }
        if !parameters.isEmpty { object["parameters"] = .array(parameters.map(\.json)) }
        object["requestBody"] = body?.json
        if isEndless { object["x-endless"] = .boolean(true) }
        return .object(object)
    }

    /// What may be brought along, each by itself enough; an empty one: nothing is needed.
    private func security(isOpen: Bool) -> JSON {
        let bearer = JSON.object(["bearer": .array([])])
        let nothing = JSON.object([:])
        switch access {
        case .token: return .array([nothing, .object(["provider": .array([])])])
        case .anyone, .link: return .array([nothing, bearer])
        case .watcher, .operator: return .array(isOpen ? [nothing, bearer] : [bearer])
        }
    }

    private var responses: JSON {
        var byStatus: [String: JSON] = [:]
        for (status, group) in Dictionary(grouping: answers, by: \.status) { byStatus[String(status.code)] = Answer.json(group) }
        return .object(byStatus)
    }
}

extension Operation.Parameter {
    var json: JSON {
        var object: [String: JSON] = [
            "name": .string(name), "in": .string(place.rawValue), "schema": schema.json, "description": .string(description),
        ]
        if isRequired || place == .path { object["required"] = .boolean(true) }
        object["example"] = example
        return .object(object)
    }
}

extension Operation.Body {
    var json: JSON {
        var content: [String: JSON] = ["schema": schema.json]
        if !examples.isEmpty { content["examples"] = .object(examples.mapValues { .object(["value": $0]) }) }
        return .object(["required": .boolean(isRequired), "content": .object(["application/json": .object(content)])])
    }
}
