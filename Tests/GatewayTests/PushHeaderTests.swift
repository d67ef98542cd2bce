import Activities
import Foundation
import HTTP
import Testing

@testable import Gateway

/// The headers of a push, answers in Apple's form, and how many pushes a token takes.
@Suite struct PushHeaderTests {
    private static let good: Fields = ["apns-push-type": "liveactivity", "apns-topic": "a.b-C1.push-type.liveactivity"]

    private func reason(_ body: () throws -> Void) -> PushReason? {
        do {
            try body()
            return nil
        } catch {
            if case .refused(let reason, _, _)? = error as? PushFault { return reason }
            return .internalServerError
        }
    }

    @Test(
        arguments: [
            ("apns-push-type", nil, .invalidPushType), ("apns-push-type", "alert", .invalidPushType),
            ("apns-push-type", "LiveActivity", .invalidPushType),
            ("apns-topic", nil, .missingTopic), ("apns-topic", "", .missingTopic), ("apns-topic", "a.b", .badTopic),
            ("apns-topic", ".push-type.liveactivity", .badTopic),
            ("apns-topic", "a b.push-type.liveactivity", .badTopic), ("apns-topic", "a.push-type.voip", .badTopic),
            ("apns-priority", "5", nil), ("apns-priority", "10", nil), ("apns-priority", "1", .badPriority),
            ("apns-priority", "", .badPriority),
            ("apns-expiration", "0", nil), ("apns-expiration", "1", nil), ("apns-expiration", "1800000000", nil),
            ("apns-expiration", "-1", .badExpirationDate),
            ("apns-expiration", "", .badExpirationDate), ("apns-expiration", "1.5", .badExpirationDate),
            ("apns-expiration", "soon", .badExpirationDate),
            ("apns-expiration", String(repeating: "9", count: 18), nil),
            ("apns-expiration", String(repeating: "9", count: 19), .badExpirationDate),
            ("apns-collapse-id", String(repeating: "x", count: 64), nil),
            ("apns-collapse-id", String(repeating: "x", count: 65), .badCollapseID),
            ("apns-topic", String(repeating: "x", count: 155) + ".push-type.liveactivity", nil),
            ("apns-topic", String(repeating: "x", count: 156) + ".push-type.liveactivity", .badTopic),
        ] as [(String, String?, PushReason?)])
    func `each header is checked as Apple checks it`(name: String, value: String?, wanted: PushReason?) {
        var fields = Self.good
        fields[Fields.Name(name)] = value
        #expect(reason { _ = try PushHeaders.check(fields) } == wanted)
    }

    @Test func `the topic names the bundle`() throws { #expect(try PushHeaders.check(Self.good) == "a.b-C1") }

    @Test(
        arguments: [
            ([], .missingProviderToken), (["bearer secret-of-a-test-1"], nil), (["Bearer secret-of-a-test-1"], nil),
            (["BEARER  secret-of-a-test-1"], nil),
            (["bearer secret-of-a-test-2"], .invalidProviderToken), (["bearer secret-of-a-test-1 "], .invalidProviderToken),
            (["bearer"], .invalidProviderToken), ([""], .invalidProviderToken), (["secret-of-a-test-1"], .invalidProviderToken),
            (["basic secret-of-a-test-1"], .invalidProviderToken),
            (["bearer secret-of-a-test-1", "bearer secret-of-a-test-1"], .invalidProviderToken),
        ] as [([String], PushReason?)])
    func `with a provider secret nothing else passes`(values: [String], wanted: PushReason?) {
        let fields = Fields(values.map { Fields.Field("authorization", $0) })
        #expect(reason { try PushConfiguration(providerSecret: "secret-of-a-test-1").checkProvider(fields) } == wanted)
        #expect(reason { try PushConfiguration().checkProvider(fields) } == nil)
    }

    @Test func `every reason has Apple's name and status`() {
        let all = Dictionary(grouping: PushReason.allCases) { $0.status.code }.mapValues { Set($0.map(\.rawValue)) }
        #expect(
            all == [
                400: [
                    "BadCollapseId", "BadDeviceToken", "BadExpirationDate", "BadMessageId", "BadPriority", "BadTopic",
                    "DeviceTokenNotForTopic",
                    "InvalidPushType", "MissingDeviceToken", "MissingTopic", "PayloadEmpty",
                ],
                403: ["MissingProviderToken", "InvalidProviderToken"], 404: ["BadPath"], 405: ["MethodNotAllowed"], 410: ["Unregistered"],
                413: ["PayloadTooLarge"], 429: ["TooManyRequests"], 500: ["InternalServerError"], 503: ["ServiceUnavailable", "Shutdown"],
            ])
        for (status, reason) in [
            (Status.badRequest, "BadDeviceToken"), (.notFound, "BadPath"), (.misdirectedRequest, "BadPath"),
            (.methodNotAllowed, "MethodNotAllowed"),
            (.contentTooLarge, "PayloadTooLarge"), (.tooManyRequests, "TooManyRequests"), (.internalServerError, "InternalServerError"),
            (.insufficientStorage, "InternalServerError"), (.serviceUnavailable, "Shutdown"),
        ] {
            let response = PushAnswer.refusal(status, "No.", to: Request(method: .get, target: Target(path: "/3/x")))
            #expect(response.status == status && text(response) == #"{"reason":"\#(reason)"}"#)
            #expect(PushID.given(by: response.fields) != nil && response.fields["islet-outcome"] == "No.")
        }
    }

    private func text(_ response: Response) -> String {
        if case .bytes(let bytes) = response.body { String(decoding: bytes, as: UTF8.self) } else { "" }
    }

    @Test func `a refusal says its reason, and since when a token is out of service`() {
        let since = Date(milliseconds: 1_780_000_000_123)
        let response = PushAnswer(apnsID: "id", outcome: "Over.", reason: .unregistered, since: since).response
        #expect(text(response) == #"{"reason":"Unregistered","timestamp":1780000000123}"# && response.status == .gone)
        #expect(response.fields["Content-Type"] == "application/json" && response.fields["apns-id"] == "id")
        let good = PushAnswer(apnsID: "id", outcome: "Started.", activityID: "a").response
        #expect(good.status == .ok && text(good) == "" && good.fields["islet-activity"] == "a")
    }

    @Test func `what became of a push is one line of ASCII, and never longer than its bound`() {
        #expect(PushAnswer.line("\u{201C}é\r\nX: y\u{201D} \u{7f}👍") == "\"{U+E9}  X: y\"  {U+1F44D}")
        #expect(PushAnswer.line(String(repeating: "x", count: 800)).utf8.count == 800)
        #expect(PushAnswer.line(String(repeating: "x", count: 801)).utf8.count == 800)
        #expect(PushAnswer.line(String(repeating: "x", count: 796) + "éé") == String(repeating: "x", count: 796))
        #expect(PushReceipt.cut("aé\n", 3) == "aé" && PushReceipt.cut("aé\n", 4) == "aé " && PushReceipt.cut("aé", 2) == "a")
    }

    @Test(arguments: ["123e4567-e89b-12d3-a456-42665544000a", "123E4567-E89B-12D3-A456-42665544000A"])
    func `an apns-id is any UUID, as it was sent`(id: String) {
        #expect(PushID.given(by: ["apns-id": id]) == id)
        for bad in [id + "0", String(id.dropLast()), id.replacing("-", with: "x"), "{\(id)}", id.replacing("4", with: "g"), ""] {
            #expect(PushID.given(by: ["apns-id": bad]) == nil)
        }
        let made = PushID.made()
        #expect(made == made.lowercased() && PushID.given(by: ["apns-id": made]) == made && PushID.made() != made)
    }

    // MARK: Rate

    @Test func `a token takes a hundred pushes within a second, and not one more`() {
        let rate = PushRate()
        let start = Date(milliseconds: 1_780_000_000_500)
        for index in 0..<100 { #expect(rate.admits("a", at: start.addingTimeInterval(Double(index) * 0.005))) }
        #expect(!rate.admits("a", at: start.addingTimeInterval(0.999)))
        #expect(rate.admits("b", at: start.addingTimeInterval(0.999)), "others are not held up")
        #expect(rate.admits("a", at: start.addingTimeInterval(1)), "the first one is a second ago")
        #expect(!rate.admits("a", at: start.addingTimeInterval(1)))
        #expect(rate.admits("a", at: start.addingTimeInterval(1.006)), "what was refused does not count")
    }

    @Test func `a clock that was put back holds nobody up`() {
        let rate = PushRate()
        let start = Date(milliseconds: 1_780_000_000_000)
        for _ in 0..<100 { #expect(rate.admits("a", at: start)) }
        #expect(!rate.admits("a", at: start))
        #expect(rate.admits("a", at: start.addingTimeInterval(-3600)))
    }

    @Test func `tokens that get nothing are forgotten within a second, and all of them where they are too many`() {
        let rate = PushRate()
        let start = Date(milliseconds: 1_780_000_000_000)
        for index in 0..<PushRate.remembered { _ = rate.admits("\(index)", at: start) }
        #expect(rate.tokens == PushRate.remembered)
        _ = rate.admits("one more", at: start)
        #expect(rate.tokens == 1)
        _ = rate.admits("later", at: start.addingTimeInterval(1))
        #expect(rate.tokens == 1)
    }

    @Test("an answer repeats the apns-id that came, a UUID or not, of sixty-four visible bytes and not of one more")
    func echo() {
        func echo(_ id: String) -> String? { PushID.echo(of: ["apns-id": id]) }
        for id in ["x", "no uuid", String(repeating: "x", count: PushID.echoedBytes)] { #expect(echo(id) == id) }
        for id in ["", "\u{e9}", "\u{7f}", String(repeating: "x", count: PushID.echoedBytes + 1)] { #expect(echo(id) == nil) }
        #expect(PushID.echo(of: [:]) == nil)
    }
}
