import Activities
import Foundation
import HTTP
import Testing

@testable import islet

extension FlowTests {
    /// What goes wrong is a problem that says where and what would be right (RFC 9457).
    @Suite struct APIErrors {
        @Test func `all that is wrong with a start is told at once, by the names that its body carries`() async throws {
            try await House.open { house in
                let body = """
                    {"attributesType":"PizzaDeliveryAttributes","attributes":{"numberOfPizzas":"3"},
                    "contentState":{"driverName":"","estimatedDeliveryTime":[1800000000,1800000900],"driverPhone":"call me"},
                    "staleDate":1800000900,"startdate":"2027-01-15T09:00:00Z","relevanceScore":"1","alert":{"body":1,"sound":"a/b"}}
                    """
                let answer = try house.api("POST", "/api/activities", body)
                #expect(answer.status == 422 && answer.isProblem)
                #expect(
                    Set(answer.pointers) == [
                        "/attributes/numberOfPizzas", "/attributes/totalAmount", "/contentState/driverName",
                        "/contentState/estimatedDeliveryTime", "/contentState/driverPhone", "/staleDate", "/startdate", "/relevanceScore",
                        "/alert/title", "/alert/body",
                    ])
                #expect(answer.json["pointer"]?.string == answer.pointers.first)
                for error in answer.array("errors") {
                    let (pointer, detail) = (error["pointer"]?.string ?? "", error["detail"]?.string ?? "")
                    if pointer == "/staleDate" || pointer.hasSuffix("Time") { #expect(detail.contains("ISO 8601"), "\(pointer)") }
                    if pointer == "/startdate" { #expect(detail.contains("Did you mean \u{201C}startDate\u{201D}?")) }
                }
                #expect(house.serving.center.board.counts(kind: "pizza-delivery").all == 0)
            }
        }

        static let unfit: [(members: [String: JSON], state: [String: JSON], pointer: String)] = [
            (["attributesType": .string("PizzaDelivery")], [:], "/attributesType"), (["attributesType": .null], [:], "/attributesType"),
            (["attributes": .array([])], [:], "/attributes"), (["contentState": .string("{}")], [:], "/contentState"),
            (["staleDate": .string("2027-02-30T00:00:00Z")], [:], "/staleDate"),
            (["staleDate": .string("2099-01-01T00:00:00Z")], [:], "/staleDate"),
            (["startDate": .string("soon")], [:], "/startDate"), (["keepAlive": .string("magic")], [:], "/keepAlive"),
            (["alert": .string("hello")], [:], "/alert"),
            (["alert": .object(["title": .string("t"), "tilte": .string("t")])], [:], "/alert/tilte"),
            (["alert": .object(["title": .string(String(repeating: "x", count: 1025))])], [:], "/alert/title"),
            (["attributeType": .string("x")], [:], "/attributeType"), (["a/b": .null], [:], "/a~1b"),
            ([:], ["driverImage": .string("javascript:alert(1)")], "/contentState/driverImage"),
            (
                [:], ["estimatedDeliveryTime": .array([.string("2027-01-15T09:00:00Z"), .string("2027-01-15T08:00:00Z")])],
                "/contentState/estimatedDeliveryTime"
            ),
        ]

        @Test func `one value that does not fit is 422 with its pointer`() async throws {
            try await House.open { house in
                for (members, state, pointer) in Self.unfit {
                    let answer = try house.startOrder(members, state: state)
                    #expect(answer.status == 422 && answer.isProblem && answer.pointers == [pointer], "\(pointer): \(answer.text)")
                }
                let number = try house.startOrder([:], state: ["estimatedDeliveryTime": .integer(1_800_000_900)])
                #expect(number.pointers == ["/contentState/estimatedDeliveryTime"] && number.detail.contains("ISO 8601"))
                let unknown = try house.startOrder(["attributesType": .string("pizza-delivery")])
                #expect(unknown.detail.contains("known ones are PizzaDeliveryAttributes") && unknown.detail.contains("Did you mean"))
                let reversed = try house.startOrder(
                    [:], state: ["estimatedDeliveryTime": .array([.string("2027-01-15T09:00:00Z"), .string("2027-01-15T08:00:00Z")])])
                #expect(reversed.detail.contains("2027-01-15T09:00:00.000Z") && reversed.detail.contains("2027-01-15T08:00:00.000Z"))
                #expect(try house.startOrder(["alert": .object(["title": .string(String(repeating: "x", count: 1024))])]).status == 201)
            }
        }

        @Test func `a body that is no JSON is 400 with the byte, one of another type 415, one too large 413`() async throws {
            try await House.open { house in
                for (body, word) in [
                    ("", "byte 0"), ("{\"a\":}", "byte 5"), ("{\"a\":NaN}", "byte 5"), ("{\"a\":1,\"a\":1}", "stands twice"),
                    ("{\"a\":\"\\ud83c\"}", "surrogate"), ("{\"a\":" + String(repeating: "[", count: 10_000), "deeper than 64"),
                ] {
                    let answer = try house.api("POST", "/api/activities", body)
                    #expect(answer.status == 400 && answer.isProblem && answer.detail.contains(word), "\(answer.text)")
                }
                #expect(try house.api("POST", "/api/activities", "[]").pointers == [""])
                for type in ["text/plain", "application/x-www-form-urlencoded", "application/jsonp", "nonsense"] {
                    let answer = try house.api("POST", "/api/activities", Order.body(), with: "Content-Type: \(type)")
                    #expect(answer.status == 415 && answer.isProblem, "\(type)")
                }
                #expect(
                    try house.api("POST", "/api/activities", Order.body(), with: "Content-Type: Application/JSON; charset=utf-8").status
                        == 201)
                func padded(_ count: Int) -> String {
                    let body = Order.body()
                    return body + String(repeating: " ", count: count - body.utf8.count)
                }
                #expect(try house.api("POST", "/api/activities", padded(65_536)).status == 201)
                let large = try house.api("POST", "/api/activities", padded(65_537))
                #expect(large.status == 413 && large.isProblem && large.json["reason"] == .string("PayloadTooLarge"))
            }
        }

        @Test func `who may not, what is not there, and what a path does not take are problems below /api`() async throws {
            try await House.open { house in
                let id = try house.startOrder().id
                for (method, path, visitor, status) in [
                    ("GET", "/api/activities", House.Visitor.nobody, 401), ("POST", "/api/activities", .nobody, 401),
                    ("POST", "/api/activities", .watcher, 403), ("GET", "/api/settings", .watcher, 403),
                    ("GET", "/api/activities/\(id)/history", .nobody, 401), ("DELETE", "/api/activities/\(id)", .watcher, 403),
                    ("GET", "/api/nothing", .operator, 404), ("GET", "/api", .nobody, 404), ("GET", "/api/%zz", .operator, 400),
                    ("GET", "/api/activities/x", .operator, 404), ("PUT", "/api/activities/x/content", .operator, 404),
                    ("POST", "/api/activities/\(id.uppercased())/end", .operator, 404), ("PATCH", "/api/activities/\(id)", .operator, 405),
                    ("PUT", "/api/activities", .operator, 405),
                ] {
                    let answer = try house.api(method, path, as: visitor)
                    #expect(answer.status == status && answer.isProblem, "\(method) \(path): \(answer.status) \(answer.text)")
                    if status == 401 { #expect(answer.fields["WWW-Authenticate"] == "Bearer") }
                    if status == 405 { #expect(answer.fields["Allow"]?.isEmpty == false) }
                }
                let foreign = try house.api("GET", "/api/activities", with: "Host: rebound.example")
                #expect(foreign.status == 421 && foreign.isProblem)
                let crossed = try house.api("DELETE", "/api/activities/\(id)", with: "Origin: https://evil.example")
                #expect(crossed.status == 403 && crossed.isProblem)
                #expect(try house.api("GET", "/api/activities/\(id)").status == 200)
            }
        }

        @Test func `a member that the kind does not know is passed over, and said so`() async throws {
            try await House.open { house in
                let extra: [String: JSON] = ["driverPhon": .string("+1 555 0100"), "tip": .integer(1), "nothing": .null]
                let start = try house.startOrder([:], state: extra)
                let warning = start.json["warning"]?.string ?? ""
                #expect(start.status == 201 && start.json["content"]?["state"]?["driverPhon"] == nil)
                #expect(warning.contains("contentState") && warning.contains("Did you mean \u{201C}driverPhone\u{201D}?"))
                #expect(warning.contains("tip") && !warning.contains("nothing"))
                for (method, route) in [("PUT", "/content"), ("POST", "/end")] {
                    let answer = try house.api(method, "/api/activities/\(start.id)\(route)", Order.content(extra))
                    #expect(answer.status == 200 && answer.json["warning"]?.string == warning, "\(route)")
                }
                let known = try house.startOrder([:], state: ["driverPhone": .string("+1 555 0100"), "driverImage": .null])
                #expect(known.status == 201 && known.json["warning"] == nil)
            }
        }

        @Test func `hostile texts stay texts in JSON`() async throws {
            try await House.open { house in
                for text in Forms.hostile {
                    let answer = try house.startOrder([:], state: ["driverName": .string(text)])
                    #expect(answer.status == 201 && answer.json["content"]?["state"]?["driverName"] == .string(text))
                    let unknown = try house.startOrder([text: .string(text)])
                    #expect(unknown.status == 422 && unknown.isProblem)
                }
            }
        }
    }
}
