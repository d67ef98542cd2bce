import Activities
import Foundation
import HTTP
import Testing

@testable import islet

extension FlowTests {
    /// activitykit.md, "APNs-compatible push": what is refused, with Apple's reasons.
    @Suite struct PushReasons: PushClient {
        private static let reasons: [(status: Int, reason: String, fields: [String: String?])] = [
            (400, "InvalidPushType", ["apns-push-type": nil]), (400, "InvalidPushType", ["apns-push-type": "alert"]),
            (400, "MissingTopic", ["apns-topic": nil]), (400, "BadTopic", ["apns-topic": "com.example.shop"]),
            (400, "DeviceTokenNotForTopic", ["apns-topic": "com.example.other.push-type.liveactivity"]),
            (400, "BadPriority", ["apns-priority": "7"]), (400, "BadExpirationDate", ["apns-expiration": "-1"]),
            (400, "BadMessageId", ["apns-id": "x"]), (400, "BadCollapseId", ["apns-collapse-id": String(repeating: "x", count: 65)]),
            (403, "MissingProviderToken", ["authorization": nil]), (403, "InvalidProviderToken", ["authorization": "bearer no"]),
        ]

        @Test func `each wrong header is refused with Apple's reason, and changes nothing`() async throws {
            try await withSecret { house in
                let (id, token) = try started(house)
                let secret: [String: String?] = ["authorization": "Bearer secret-of-the-provider"]
                for (status, reason, fields) in Self.reasons {
                    expect(try push(house, token, update(house), secret.merging(fields) { $1 }), status, reason)
                }
                #expect(try record(house, id).content.state["driverName"] == .string("ANA"))
                let expired = secret.merging(["apns-expiration": "1", "apns-priority": "5", "apns-collapse-id": "x"]) { $1 }
                #expect(try push(house, token, update(house), expired).status == 200, "an expired one is tried once")
            }
        }

        @Test func `of several faults the first in a fixed order is told`() async throws {
            try await withSecret { house in
                let (_, token) = try started(house)
                var fields: [String: String?] = [
                    "apns-id": "x", "authorization": "no", "apns-expiration": "x", "apns-priority": "x",
                    "apns-collapse-id": String(repeating: "x", count: 65), "apns-push-type": "x", "apns-topic": "x",
                ]
                let other = "com.example.other.push-type.liveactivity"
                let right: [(name: String, value: String?, reason: String)] = [
                    ("apns-id", nil, "BadMessageId"), ("authorization", "bearer secret-of-the-provider", "InvalidProviderToken"),
                    ("apns-expiration", "0", "BadExpirationDate"), ("apns-priority", "5", "BadPriority"),
                    ("apns-collapse-id", "x", "BadCollapseId"), ("apns-push-type", "liveactivity", "InvalidPushType"),
                    ("apns-topic", other, "BadTopic"),
                ]
                for (name, value, reason) in right {
                    let answer = try push(house, "x", "", fields)
                    #expect(answer.text == #"{"reason":"\#(reason)"}"#)
                    fields[name] = .some(value)
                }
                #expect(try push(house, "x", "", fields).text == #"{"reason":"BadDeviceToken"}"#)
                #expect(try push(house, token, "", fields).text == #"{"reason":"DeviceTokenNotForTopic"}"#)
                fields["apns-topic"] = "com.example.shop.push-type.liveactivity"
                #expect(try push(house, token, "", fields).text == #"{"reason":"PayloadEmpty"}"#)
            }
        }

        @Test func `each wrong path, method and body is refused with Apple's reason`() async throws {
            try await House.open { house in
                let (_, token) = try started(house)
                let body = update(house)
                for path in ["/3/device", "/3/device/"] { expect(try push(house, path, body), 400, "MissingDeviceToken") }
                for text in ["x", String(token.dropLast()), token + "0", String(repeating: "0", count: 64), "%zz", "%00"] {
                    expect(try push(house, text, body), 400, "BadDeviceToken")
                }
                for path in ["/3/x", "/3", "/3/", "/3/device/\(token)/x", "/3/device/\(token)/", "/3//"] {
                    expect(try push(house, path, body), 404, "BadPath")
                }
                for method in ["GET", "PUT", "DELETE", "PATCH"] {
                    expect(try push(house, token, body, method: method), 405, "MethodNotAllowed")
                }
                expect(try push(house, token, String(repeating: " ", count: 4097)), 413, "PayloadTooLarge")
                for body in ["", "{", "[]", "{}", #"{"aps":1}"#] { expect(try push(house, token, body), 400, "PayloadEmpty") }
                #expect(
                    outcome(try push(house, token, "{"))
                        == "The payload is no JSON: a member lacks its name, at byte 1: it is a JSON object with an aps in it.")
            }
        }

        @Test func `without a secret any authorization passes, without a bundle id any topic`() async throws {
            try await House.open { house in
                let (_, token) = try started(house)
                for authorization in [nil, "bearer e30.e30.x", "anything"] {
                    let answer = try push(
                        house, token, update(house), ["authorization": authorization, "apns-topic": "a.push-type.liveactivity"])
                    #expect(answer.status == 200)
                }
            }
        }

        @Test func `a token that was rotated, or whose activity is over, is unregistered since then`() async throws {
            try await House.open { house in
                let (id, token) = try started(house)
                let start = house.clock.now.milliseconds
                _ = try await house.serving.center.perform(.rotateToken(id: id))
                let fresh = try record(house, id).pushToken
                house.clock.advance(by: 10)
                let body = update(house)
                #expect(try push(house, token, body).text == #"{"reason":"Unregistered","timestamp":\#(start)}"#)
                #expect(outcome(try push(house, fresh, end(house))).hasPrefix("Ended;"))
                house.clock.advance(by: 10)
                let ended = try push(house, fresh, body)
                #expect(ended.status == 410 && ended.text == #"{"reason":"Unregistered","timestamp":\#(start + 10_000)}"#)
                #expect(outcome(ended) == "The activity is ended: nothing changes it any more.")
                house.clock.advance(by: 5 * 3600)
                _ = try await house.serving.center.perform(.letTimePass)
                let dismissed = try push(house, fresh, body)
                #expect(dismissed.text == ended.text && outcome(dismissed) == "The activity is dismissed: nothing changes it any more.")
                try await house.restart(after: 1)
                #expect(try push(house, fresh, body).text == ended.text)
                _ = try await house.serving.center.perform(.delete(id: id))
                expect(try push(house, fresh, body), 400, "BadDeviceToken")
            }
        }

        @Test func `a token takes a hundred pushes within a second`() async throws {
            try await House.open { house in
                let (_, token) = try started(house)
                let body = update(house)
                for _ in 0..<100 { #expect(try push(house, token, body).status == 200) }
                expect(try push(house, token, body), 429, "TooManyRequests")
                house.clock.advance(by: 1)
                #expect(try push(house, token, body).status == 200)
            }
        }

        @Test func `a store that takes nothing is told as unavailable, and fails no later push`() async throws {
            try await House.open { house in
                let (id, token) = try started(house)
                let file = house.folder + "/islet.sqlite"
                try FileManager.default.moveItem(atPath: file, toPath: file + ".away")
                let answer = try push(house, token, update(house))
                expect(answer, 503, "ServiceUnavailable")
                #expect(answer.fields["Retry-After"] == "5")
                house.serving.keepReceipts()
                try FileManager.default.moveItem(atPath: file + ".away", toPath: file)
                #expect(outcome(try push(house, token, update(house))) == "Updated.")
                #expect(try record(house, id).content.state["driverName"] == .string("TOM"))
            }
        }
    }
}
