import Activities
import Foundation
import Kinds
import Testing

/// What a pizza's start and update refuse, with the field and a sentence.
@Suite struct PizzaRefusalTests {
    private static let range = JSON.array([.string("2026-01-31T18:00:00Z"), .string("2026-01-31T18:15:00Z")])

    private func start(_ patch: [String: JSON], attributes: [String: JSON] = [:]) async throws -> ActivityRecord {
        let center = try ActivityCenter(journal: Nowhere(), kinds: KindRegistry(Kinds.all), clock: Standing())
        let state = ["driverName": JSON.string("Tim"), "estimatedDeliveryTime": Self.range].merging(patch) { $1 }
        let order = ["numberOfPizzas": JSON.integer(1), "totalAmount": .string("$99")].merging(attributes) { $1 }
        let payload = Payload.encoded(attributes: .object(order), state: .object(state))
        return try await center.perform(.request(StartRequest(kind: "pizza-delivery", payload: payload))).activities[0]
    }

    private func refusal(_ patch: [String: JSON], attributes: [String: JSON] = [:]) async -> FieldError? {
        do {
            _ = try await start(patch, attributes: attributes)
            return nil
        } catch ActivityError.invalid(let errors) {
            return errors.first
        } catch {
            return nil
        }
    }

    @Test func `what is right is kept, with what is absent as null`() async throws {
        let record = try await start(["driverImage": .string("images/tim.png"), "unknown": .integer(1)])
        #expect(record.content.state["driverPhone"] == .null)
        #expect(record.content.state["driverImage"] == .string("images/tim.png"))
        #expect(record.content.state["unknown"] == nil)
        #expect(
            record.content.state["estimatedDeliveryTime"]
                == .array([.string("2026-01-31T18:00:00.000Z"), .string("2026-01-31T18:15:00.000Z")]))
    }

    @Test(arguments: [
        "javascript:alert(1)", "http://example.com/a.png", "data:image/png;base64,AA", "//example.com/a.png", "../secret.png",
        "/etc/passwd", "a b.png",
        "https://", "https://user@host/a.png", "https://h/\"onerror", "", String(repeating: "a", count: 201),
    ])
    func `a picture that is neither an asset nor https is refused`(image: String) async {
        #expect(await refusal(["driverImage": .string(image)])?.field == "driverImage")
    }

    @Test(arguments: ["https://example.com/a.png?x=1", "tim.png", "images/tim-2.webp"])
    func `an asset or an https picture is accepted`(image: String) async {
        #expect(await refusal(["driverImage": .string(image)]) == nil)
    }

    @Test(arguments: ["", "   ", "a\nb", "a\u{0}b", "a\u{fffe}", String(repeating: "x", count: 501)])
    func `a driver's name without text, with control characters or too long is refused`(name: String) async {
        #expect(await refusal(["driverName": .string(name)])?.field == "driverName")
    }

    @Test(arguments: [String(repeating: "x", count: 500), "محمد", "🏳️‍🌈👨‍👩‍👧‍👦", "<script>{{x}}&amp;\"'"])
    func `any other text is a driver's name`(name: String) async { #expect(await refusal(["driverName": .string(name)]) == nil) }

    @Test(arguments: ["tel:1", "+", "javascript:1", "555 0100; drop", String(repeating: "1", count: 33)])
    func `what is no telephone number is refused`(phone: String) async {
        #expect(await refusal(["driverPhone": .string(phone)])?.field == "driverPhone")
    }

    @Test func `a range whose ends are exchanged is refused with both dates, one instant is fine`() async {
        let swapped = JSON.array([.string("2026-01-31T18:15:00Z"), .string("2026-01-31T18:00:00Z")])
        let error = await refusal(["estimatedDeliveryTime": swapped])
        #expect(error?.field == "estimatedDeliveryTime")
        #expect(error?.message.contains("18:15:00.000Z") == true && error?.message.contains("18:00:00.000Z") == true)
        let instant = JSON.array([.string("2026-01-31T18:00:00Z"), .string("2026-01-31T18:00:00Z")])
        #expect(await refusal(["estimatedDeliveryTime": instant]) == nil)
    }

    @Test func `dates as numbers, far dates and missing ones are refused at their field`() async {
        let numbers = JSON.array([.integer(1_769_882_400), .integer(1_769_883_300)])
        #expect(await refusal(["estimatedDeliveryTime": numbers])?.message.contains("ISO 8601") == true)
        let far = JSON.array([.string("2026-01-31T18:00:00Z"), .string("2057-01-31T18:00:00Z")])
        #expect(await refusal(["estimatedDeliveryTime": far])?.message.contains("ten years") == true)
        #expect(await refusal(["estimatedDeliveryTime": .null])?.field == "estimatedDeliveryTime")
    }

    @Test(arguments: [JSON.integer(0), .integer(-1), .string("1"), .number(1.5), .null])
    func `a number of pizzas that is no whole number from 1 on is refused`(count: JSON) async {
        #expect(await refusal([:], attributes: ["numberOfPizzas": count])?.field == "numberOfPizzas")
    }
}

private struct Standing: ActivityClock {
    var now: Date { Date(milliseconds: 1_769_882_400_000) }
    func wake(at date: Date?, _ body: @escaping @Sendable () -> Void) {}
}

private struct Nowhere: Journal {
    var epoch: String { "nowhere" }
    func load() throws -> Loaded { Loaded(activities: [], settings: Settings(), lastSequence: 0) }
    func append(_ changes: [Change]) throws {}
    func activity(_ id: String) throws -> ActivityRecord? { nil }
    func activityStarted(by idempotencyKey: String, now: Date) throws -> ActivityRecord? { nil }
    func pushToStartTokens(proposed: [String: String]) throws -> [String: String] { proposed }
}
