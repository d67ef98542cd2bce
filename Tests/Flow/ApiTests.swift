import Activities
import Foundation
import HTTP
import Testing

@testable import islet

extension FlowTests {
    /// http.md, "JSON API": starting and reading.
    @Suite struct API {
        static let members = [
            "activityState", "attributes", "attributesType", "content", "dismissalDate", "endDate", "id", "keepAlive", "kind", "sequence",
            "startDate", "url",
        ]

        private func names(_ json: JSON) -> [String] {
            guard case .object(let members) = json else { return [] }
            return members.keys.sorted()
        }

        @Test func `a start answers 201 with the activity, its place, and a tag that reads as current`() async throws {
            try await House.open { house in
                let answer = try house.startOrder(["staleDate": .string("2027-01-15T10:00:00.5+01:00"), "relevanceScore": .integer(5)])
                #expect(answer.status == 201 && answer.location == "/api/activities/\(answer.id)")
                #expect(names(answer.json) == (Self.members + ["pushToken"]).sorted())
                #expect(
                    answer.json["attributesType"] == .string("PizzaDeliveryAttributes") && answer.json["kind"] == .string("pizza-delivery"))
                #expect(answer.json["content"]?["staleDate"] == .string("2027-01-15T09:00:00.500Z"))
                #expect(answer.json["content"]?["relevanceScore"] == .integer(5) || answer.json["content"]?["relevanceScore"] == .number(5))
                #expect(answer.json["content"]?["state"]?["driverPhone"] == .null && answer.json["endDate"] == .null)
                #expect(
                    answer.json["startDate"] == .string("2027-01-15T08:00:00.000Z") && answer.json["activityState"] == .string("active"))
                #expect(answer.json["url"] == .string("http://127.0.0.1:\(house.port)/activities/\(answer.id)"))
                let read = try house.api("GET", try #require(answer.location))
                #expect(read.status == 200 && read.json == answer.json && read.fields["ETag"] == answer.fields["ETag"])
                #expect(read.fields["Cache-Control"] == "private, no-cache")
            }
        }

        @Test func `a reader's copy has no push token and another tag, and a tag that is known is 304`() async throws {
            try await House.open { house in
                let path = try #require(try house.startOrder().location)
                let own = try house.api("GET", path)
                for visitor in [House.Visitor.watcher, .nobody] {
                    let read = try house.api("GET", path, as: visitor)
                    #expect(read.status == 200 && names(read.json) == Self.members && read.fields["ETag"] != own.fields["ETag"])
                    #expect(read.fields.values(of: "Vary").joined(separator: ", ").contains("Authorization, Cookie"))
                    let tag = try #require(read.fields["ETag"])
                    for known in [tag, "W/\(tag)", "\"x\", \(tag)", "*"] {
                        let again = try house.api("GET", path, as: visitor, with: "If-None-Match: \(known)")
                        #expect(again.status == 304 && again.body.isEmpty && again.fields["ETag"] == tag, "\(known)")
                    }
                    let crossed = try house.api("GET", path, as: visitor, with: "If-None-Match: \(try #require(own.fields["ETag"]))")
                    #expect(crossed.status == 200)
                }
                let head = try house.api("HEAD", path)
                #expect(
                    head.status == 200 && head.fields["Content-Length"] == "\(own.body.count)" && head.fields["ETag"] == own.fields["ETag"])
            }
        }

        @Test func `a new token is another representation of the same content`() async throws {
            try await House.open { house in
                let start = try house.startOrder()
                let path = "/api/activities/\(start.id)"
                let stranger = try house.api("GET", path, as: .nobody)
                let rotated = try house.api("POST", path + "/rotate-token")
                #expect(rotated.status == 200 && rotated.json["sequence"] == start.json["sequence"])
                #expect(rotated.json["pushToken"] != start.json["pushToken"] && rotated.fields["ETag"] != start.fields["ETag"])
                #expect(try house.api("GET", path, with: "If-None-Match: \(try #require(start.fields["ETag"]))").status == 200)
                #expect(try house.api("GET", path, as: .nobody).fields["ETag"] == stranger.fields["ETag"])
            }
        }

        @Test func `a start may be stale already, pending, or refused with ActivityKit's name for it`() async throws {
            try await House.open { house in
                let stale = try house.startOrder(["staleDate": .string("2027-01-15T07:59:59Z")])
                #expect(stale.status == 201 && stale.json["activityState"] == .string("stale"))
                #expect(stale.json["warning"]?.string?.contains("stale") == true)
                let alert = JSON.object(["title": .string("It begins")])
                let pending = try house.startOrder([
                    "startDate": .string("2027-01-15T09:00:00Z"), "alert": alert, "keepAlive": .string("sound"),
                ])
                #expect(pending.json["activityState"] == .string("pending") && pending.json["keepAlive"] == .string("sound"))
                let silent = try house.startOrder(["startDate": .string("2027-01-15T09:00:00Z")])
                #expect(silent.status == 422 && silent.pointers == ["/alert"])
                // Each field stays within its own bound; together they are too large.
                let wide = String(repeating: "\u{1F355}", count: 500)
                let image = "https://a/" + String(repeating: "x", count: 1_000)
                let amount = String(repeating: "\u{1F469}\u{200D}\u{1F373}", count: 100)
                let large = try house.startOrder(
                    ["attributes": .object(["numberOfPizzas": .integer(1), "totalAmount": .string(amount)])],
                    state: ["driverName": .string(wide), "driverImage": .string(image)])
                #expect(large.status == 413 && large.isProblem && large.json["error"] == .string("attributesTooLarge"))
                #expect(try house.api("PUT", "/api/settings", #"{"activitiesEnabled":false}"#).status == 200)
                let denied = try house.startOrder()
                #expect(denied.status == 403 && denied.isProblem && denied.json["error"] == .string("denied"))
                #expect(denied.json["recoverySuggestion"]?.string?.contains("PUT /api/settings") == true)
            }
            try await House.open({
                $0.maximumActivities = 2
                $0.maximumActivitiesPerKind = 1
            }) { house in
                #expect(try house.startOrder().status == 201)
                let second = try house.startOrder()
                #expect(second.status == 403 && second.json["error"] == .string("targetMaximumExceeded"))
            }
        }

        @Test func `the same key starts one activity for 24 hours, and answers with it as it is then`() async throws {
            try await House.open { house in
                let key = "Idempotency-Key: 8e03978e-40d5-43dd-bc93-6894a57f9324"
                let first = try house.startOrder([:], key)
                _ = try house.api("PUT", "/api/activities/\(first.id)/content", Order.content(["driverName": .string("BEN")]))
                let again = try house.startOrder([:], key)
                #expect(again.status == 201 && again.id == first.id && again.location == first.location)
                #expect(again.fields["Idempotent-Replayed"] == "true" && first.fields["Idempotent-Replayed"] == nil)
                #expect(again.json["content"]?["state"]?["driverName"] == .string("BEN"))
                let other = try house.startOrder(["relevanceScore": .integer(1)], key)
                #expect(other.status == 422 && other.isProblem && other.detail.contains("idempotency key"))
                #expect(try house.startOrder([:], "Idempotency-Key: another").id != first.id)
                house.clock.advance(by: 86_400)
                let range = JSON.array([.string("2027-01-16T08:00:00Z"), .string("2027-01-16T09:00:00Z")])
                #expect(try house.startOrder([:], state: ["estimatedDeliveryTime": range], key).status == 201)
            }
        }

        @Test func `a key has a length, and stands once`() async throws {
            try await House.open { house in
                for (keys, status) in [
                    ([String(repeating: "k", count: 255)], 201), ([String(repeating: "k", count: 256)], 400), ([""], 400),
                    (["a", "b"], 400),
                ] {
                    let fields = ["Content-Type: application/json"] + keys.map { "Idempotency-Key: \($0)" }
                    let answer = try house.ask("POST", "/api/activities", fields, body: Order.body())
                    #expect(answer.status == status, "\(keys)")
                }
                #expect(house.serving.center.board.counts(kind: "pizza-delivery").all == 1)
            }
        }

        @Test func `a history tells what happened, in order, page by page, and no push token`() async throws {
            try await House.open { house in
                let id = try house.startOrder().id
                let path = "/api/activities/\(id)"
                for name in ["BEN", "EVA"] { _ = try house.api("PUT", path + "/content", Order.content(["driverName": .string(name)])) }
                _ = try house.api("POST", path + "/rotate-token")
                _ = try house.api("POST", path + "/end")
                let whole = try house.api("GET", path + "/history")
                #expect(whole.status == 200 && whole.json["next"] == .null && !whole.text.contains("pushToken"))
                let events = whole.array("events")
                #expect(events.map { $0["event"]?.string } == ["start", "update", "update", "end"])
                #expect(events.allSatisfy { $0["id"] == .string(id) && $0["activity"]?["sequence"] == $0["sequence"] })
                var paged: [JSON] = []
                var next = ""
                repeat {
                    let page = try house.api("GET", path + "/history?limit=1" + next)
                    paged += page.array("events")
                    next = page.json["next"]?.string.map { "&after=\($0)" } ?? ""
                } while !next.isEmpty && paged.count < 9
                #expect(paged == events)
            }
        }

        @Test func `beyond retention an activity is gone for the API too, then unknown, and a deleted one is unknown at once`() async throws
        {
            try await House.open({ $0.retention = 1 }) { house in
                let (id, deleted) = (try house.startOrder().id, try house.startOrder().id)
                #expect(try house.api("DELETE", "/api/activities/\(deleted)").status == 204)
                for path in ["/api/activities/\(deleted)", "/api/activities/\(deleted)/history"] {
                    let answer = try house.api("GET", path)
                    #expect(answer.status == 404 && answer.isProblem)
                }
                #expect(try house.api("DELETE", "/api/activities/\(deleted)").status == 404)
                _ = try house.api("POST", "/api/activities/\(id)/end", #"{"dismissalPolicy":"immediate"}"#)
                #expect(try house.api("GET", "/api/activities/\(id)").json["activityState"] == .string("dismissed"))
                try await house.restart(after: 86_400 + 60)
                try await eventually { try house.api("GET", "/api/activities/\(id)").status == 410 }
                for (method, path) in [("GET", "/history"), ("PUT", "/content"), ("POST", "/end"), ("POST", "/dismiss"), ("DELETE", "")] {
                    let answer = try house.api(method, "/api/activities/\(id)\(path)", method == "PUT" ? Order.content() : nil)
                    #expect(answer.status == 410 && answer.isProblem, "\(method) \(path)")
                }
            }
        }
    }
}
