import Activities
import Foundation
import HTTP
import Testing

@testable import islet

extension FlowTests {
    /// http.md, "JSON API": content, end, dismissal, tokens.
    @Suite struct APIChanges {
        private func order(_ house: House) throws -> (path: String, answer: Answer) {
            let answer = try house.startOrder(["staleDate": .string("2027-01-15T09:00:00Z"), "relevanceScore": .integer(3)])
            return ("/api/activities/\(answer.id)", answer)
        }

        @Test func `content is replaced, what is left out beside it stays, and the same again changes nothing`() async throws {
            try await House.open { house in
                let (path, start) = try order(house)
                let body = Order.content(["driverName": .string("BEN")])
                let first = try house.api("PUT", path + "/content", body)
                #expect(first.status == 200 && first.json["changed"] == .boolean(true) && first.json["warning"] == nil)
                #expect(first.json["content"]?["state"]?["driverName"] == .string("BEN"))
                #expect(first.json["content"]?["staleDate"] == start.json["content"]?["staleDate"])
                #expect(first.json["content"]?["relevanceScore"] == start.json["content"]?["relevanceScore"])
                let read = try house.api("GET", path)
                #expect(first.fields["ETag"] == read.fields["ETag"])
                let again = try house.api("PUT", path + "/content", body)
                #expect(again.json["changed"] == .boolean(false) && again.json["sequence"] == first.json["sequence"])
                let fresh = try house.api(
                    "PUT", path + "/content", Order.content([:], ["staleDate": .null, "relevanceScore": .number(0.5)]))
                #expect(fresh.json["content"]?["staleDate"] == .null && fresh.json["content"]?["relevanceScore"] == .number(0.5))
            }
        }

        @Test func `an older timestamp is ignored and said so, on the way to an update and to an end`() async throws {
            try await House.open { house in
                let (path, _) = try order(house)
                let late = Order.content(["driverName": .string("LATE")], ["timestamp": .integer(1_799_999_999)])
                let ignored = try house.api("PUT", path + "/content", late)
                #expect(ignored.status == 200 && ignored.json["changed"] == .boolean(false))
                #expect(ignored.json["warning"]?.string?.contains("older") == true)
                #expect(ignored.json["content"]?["state"]?["driverName"] == .string("ANA"))
                let end = try house.api("POST", path + "/end", #"{"timestamp":1799999999}"#)
                #expect(end.status == 200 && end.json["activityState"] == .string("active") && end.json["warning"] != nil)
                for timestamp in [#""1800000000""#, "1800000000.5", "true"] {
                    let answer = try house.api("POST", path + "/end", "{\"timestamp\":\(timestamp)}")
                    #expect(answer.status == 422 && answer.pointers == ["/timestamp"] && answer.detail.contains("whole Unix seconds"))
                }
            }
        }

        @Test func `If-Match lets a change through only while what was read is the newest`() async throws {
            try await House.open { house in
                let (path, start) = try order(house)
                let tag = try #require(start.fields["ETag"])
                let reader = try #require(try house.api("GET", path, as: .watcher).fields["ETag"])
                func put(_ name: String, _ match: String...) throws -> Int {
                    let fields = ["Content-Type: application/json"] + match.map { "If-Match: \($0)" }
                    return try house.ask("PUT", path + "/content", fields, body: Order.content(["driverName": .string(name)])).status
                }
                let parts = tag.dropFirst().dropLast().split(separator: "-")
                for bad in ["W/\(tag)", "\"x\"", "\"elsewhere-\(parts[parts.count - 2])-00000000\"", ""] {
                    let answer = try house.api(
                        "PUT", path + "/content", Order.content(["driverName": .string("NO")]), with: "If-Match: \(bad)")
                    #expect(answer.status == 412 && answer.isProblem && answer.detail.contains("sequence is now"), "\(bad)")
                }
                for bad in ["x", tag + " " + tag] { #expect(try put("NO", bad) == 400, "\(bad)") }
                #expect(try put("BEN", "\"x\", W/\"y\"", reader) == 200)
                #expect(try put("EVA", tag) == 412)
                #expect(try put("EVA", "*") == 200)
                #expect(try house.api("GET", path).json["content"]?["state"]?["driverName"] == .string("EVA"))
            }
        }

        @Test func `an end takes nothing, a last content, and each policy`() async throws {
            try await House.open { house in
                let plain = try house.api("POST", try order(house).path + "/end")
                #expect(plain.status == 200 && plain.json["activityState"] == .string("ended"))
                #expect(plain.json["dismissalDate"] == .string("2027-01-15T12:00:00.000Z"))
                #expect(
                    try house.api("POST", try order(house).path + "/end", #"{"dismissalPolicy":"default"}"#).json["dismissalDate"]
                        == plain.json["dismissalDate"])
                let immediate = try house.api("POST", try order(house).path + "/end", #"{"dismissalPolicy":"immediate"}"#)
                #expect(immediate.json["activityState"] == .string("dismissed"))
                let later = Order.content(
                    ["driverName": .string("BYE")], ["dismissalPolicy": .object(["after": .string("2027-01-15T09:00:00+00:00")])])
                let after = try house.api("POST", try order(house).path + "/end", later)
                #expect(after.json["dismissalDate"] == .string("2027-01-15T09:00:00.000Z"))
                #expect(after.json["content"]?["state"]?["driverName"] == .string("BYE") && after.json["changed"] == nil)
                for (policy, pointer) in [
                    (#""later""#, "/dismissalPolicy"), ("{}", "/dismissalPolicy/after"), (#"{"after":5}"#, "/dismissalPolicy/after"),
                    (#"{"afterr":"2027-01-15T09:00:00Z"}"#, "/dismissalPolicy/after"),
                    (#"{"after":"2099-01-01T00:00:00Z"}"#, "/dismissalPolicy"),
                    ("3", "/dismissalPolicy"),
                ] {
                    let answer = try house.api("POST", try order(house).path + "/end", "{\"dismissalPolicy\":\(policy)}")
                    #expect(answer.status == 422 && answer.pointers.first == pointer, "\(policy): \(answer.text)")
                }
            }
        }

        @Test func `what is over takes no content, no end and no second dismissal: 409`() async throws {
            try await House.open { house in
                let path = try order(house).path
                let early = try house.api("POST", path + "/dismiss")
                #expect(early.status == 409 && early.isProblem && early.detail.contains("active"))
                _ = try house.api("POST", path + "/end")
                for (method, route, body) in [("PUT", "/content", Order.content()), ("POST", "/end", "{}")] {
                    let answer = try house.api(method, path + route, body, with: "If-Match: \"x\"")
                    #expect(answer.status == 409 && answer.isProblem && answer.detail.contains("ended"), "\(route)")
                }
                #expect(try house.api("POST", path + "/rotate-token").status == 200)
                let dismissed = try house.api("POST", path + "/dismiss", "{}")
                #expect(dismissed.status == 200 && dismissed.json["activityState"] == .string("dismissed"))
                for route in ["/dismiss", "/rotate-token", "/end"] {
                    #expect(try house.api("POST", path + route).status == 409, "\(route)")
                }
                #expect(try house.api("PUT", path + "/content", Order.content()).status == 409)
                #expect(try house.api("DELETE", path).status == 204)
                #expect(try house.api("GET", path).status == 404)
            }
        }
    }
}
