import Activities
import Foundation
import HTTP

@testable import islet

extension House {
    /// A call of the JSON API; a body goes as JSON unless `fields` say otherwise.
    func api(
        _ method: String, _ path: String, _ body: String? = nil, as visitor: Visitor = .operator, with fields: String...
    ) throws -> Answer {
        let type = fields.contains { $0.hasPrefix("Content-Type:") } ? [] : ["Content-Type: application/json"]
        return try ask(method, path, as: visitor, fields + type, body: body)
    }

    /// Starts a delivery by the API and answers what it was answered with.
    func startOrder(_ members: [String: JSON] = [:], state: [String: JSON] = [:], _ fields: String...) throws -> Answer {
        let type = ["Content-Type: application/json"]
        return try ask("POST", "/api/activities", fields + type, body: Order.body(members, state: state))
    }
}

/// A delivery around the manual clock's beginning, 2027-01-15T08:00:00Z.
enum Order {
    static let attributes: [String: JSON] = ["numberOfPizzas": .integer(2), "totalAmount": .string("$20")]
    static let state: [String: JSON] = [
        "driverName": .string("ANA"),
        "estimatedDeliveryTime": .array([.string("2027-01-15T08:00:00Z"), .string("2027-01-15T08:20:00Z")]),
    ]

    static func body(_ members: [String: JSON] = [:], state patch: [String: JSON] = [:]) -> String {
        let all: [String: JSON] = [
            "attributesType": .string("PizzaDeliveryAttributes"), "attributes": .object(attributes),
            "contentState": .object(state.merging(patch) { $1 }),
        ]
        return text(all.merging(members) { $1 })
    }

    /// The body of a replacement or an end.
    static func content(_ patch: [String: JSON] = [:], _ members: [String: JSON] = [:]) -> String {
        text(["contentState": .object(state.merging(patch) { $1 })].merging(members) { $1 })
    }

    static func text(_ members: [String: JSON]) -> String { String(decoding: JSON.object(members).bytes, as: UTF8.self) }
}

extension Answer {
    /// The body; null where it is no JSON.
    var json: JSON { (try? JSON(bytes: body)) ?? .null }

    var id: String { json["id"]?.string ?? "" }

    /// The pointers of all that a problem tells.
    var pointers: [String] { array("errors").compactMap { $0["pointer"]?.string } }

    var detail: String { json["detail"]?.string ?? "" }

    /// A problem as every one is: its status twice, a title and a sentence.
    var isProblem: Bool {
        fields["Content-Type"] == "application/problem+json" && json["status"] == .integer(Int64(status)) && !detail.isEmpty
            && json["title"]?.string?.isEmpty == false && json["type"]?.string == "about:blank"
    }

    func array(_ name: String) -> [JSON] {
        guard case .array(let values)? = json[name] else { return [] }
        return values
    }
}
