import Activities
import HTTP

/// One way in which an operation answers.
struct Answer: Sendable {
    let status: Status
    /// A sentence; of several with one status the sentences stand together.
    let description: String
    /// What its body holds, by media type; none: it has no body.
    var content: [String: Schema] = [:]
    var headers: [Header] = []
    /// By name: where its values lead.
    var links: [String: Link] = [:]

    /// A response field.
    struct Header: Sendable {
        let name: String
        let schema: Schema
        let description: String
        var isRequired = false
    }

    /// What may be asked next, with which parameters (runtime expressions of OpenAPI 3.1).
    struct Link: Sendable {
        let operation: String
        let parameters: [String: String]
    }

    static func json(_ status: Status, _ description: String, _ schema: Schema, headers: [Header] = []) -> Answer {
        Answer(status: status, description: description, content: ["application/json": schema], headers: headers)
    }

    /// `application/problem+json`.
    static func problem(_ status: Status, _ description: String, headers: [Header] = []) -> Answer {
        Answer(status: status, description: description, content: ["application/problem+json": .reference("Problem")], headers: headers)
    }

    func linking(_ links: [String: Link]) -> Answer {
        var answer = self
        answer.links = links
        return answer
    }
}

extension Answer {
    /// The response of all answers with one status.
    static func json(_ answers: [Answer]) -> JSON {
        var object: [String: JSON] = ["description": .string(answers.map(\.description).joined(separator: " "))]
        let content = Dictionary(answers.flatMap(\.content)) { first, second in first == second ? first : .any(of: [first, second]) }
        if !content.isEmpty { object["content"] = .object(content.mapValues { .object(["schema": $0.json]) }) }
        let headers = Dictionary(answers.flatMap(\.headers).map { ($0.name, $0.json) }) { first, _ in first }
        if !headers.isEmpty { object["headers"] = .object(headers) }
        let links = Dictionary(answers.flatMap(\.links)) { first, _ in first }
        if !links.isEmpty { object["links"] = .object(links.mapValues(\.json)) }
        return .object(object)
    }
}

extension Answer.Header {
    fileprivate var json: JSON {
        var object: [String: JSON] = ["schema": schema.json, "description": .string(description)]
        if isRequired { object["required"] = .boolean(true) }
        return .object(object)
    }
}

extension Answer.Link {
    fileprivate var json: JSON {
        .object(["operationId": .string(operation), "parameters": .object(parameters.mapValues(JSON.string))])
    }
}
