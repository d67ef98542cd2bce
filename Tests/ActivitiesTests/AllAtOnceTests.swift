import Activities
import Foundation
import Testing

/// What does not fit is told at once: whoever sent it mends it once.
@Suite struct AllAtOnceTests {
    private static let range = JSON.array([.string("2027-01-15T08:00:00Z"), .string("2027-01-15T08:15:00Z")])

    private func errors(_ perform: () async throws -> Void) async -> [FieldError] {
        do { try await perform() } catch ActivityError.invalid(let errors) { return errors } catch {}
        return []
    }

    private func summary(_ errors: [FieldError]) -> Set<String> {
        Set(errors.map { "\($0.place.map { "\($0)" } ?? "-") \($0.field)" })
    }

    @Test("a start's unreadable values, values that do not fit and members of its own, each once")
    func start() async throws {
        let house = try House()
        let attributes: [String: JSON] = ["numberOfPizzas": .string("3")]
        let state: [String: JSON] = [
            "driverName": .string(""), "estimatedDeliveryTime": .integer(5), "driverImage": .string("javascript:1"),
        ]
        let request = StartRequest(
            kind: "pizza-delivery", payload: .encoded(attributes: .object(attributes), state: .object(state)),
            staleDate: .distantFuture, alert: AlertConfiguration(title: String(repeating: "x", count: 1025), body: "", sound: "a/b"))
        let expected: Set = [
            "attribute numberOfPizzas", "attribute totalAmount", "state driverName", "state estimatedDeliveryTime", "state driverImage",
            "- staleDate", "- alert.title", "- alert.sound",
        ]
        let told = await errors { _ = try await house.center.perform(.request(request)) }
        #expect(summary(told) == expected && told.count == expected.count)
        #expect(house.center.problems(with: request) == told)
    }

    @Test("an update's too, and an end's")
    func update() async throws {
        let house = try House()
        let payload = Payload.encoded(
            attributes: .object(["numberOfPizzas": .integer(1), "totalAmount": .string("$1")]),
            state: .object(["driverName": .string("A"), "estimatedDeliveryTime": Self.range]))
        let record = try await house.center.perform(.request(StartRequest(kind: "pizza-delivery", payload: payload))).activities[0]
        let state = ContentUpdate.State.replace(.object(["driverName": .boolean(true)]))
        let update = ContentUpdate(state: state, staleDate: .distantPast, relevanceScore: .nan)
        let told = await errors { _ = try await house.center.perform(.update(id: record.id, update)) }
        #expect(summary(told) == ["state driverName", "state estimatedDeliveryTime", "- staleDate", "- relevanceScore"])
        #expect(house.center.problems(with: update, of: record) == told)
        let end = await errors {
            _ = try await house.center.perform(.end(id: record.id, EndRequest(state: state, policy: .after(.distantFuture))))
        }
        #expect(summary(end) == ["state driverName", "state estimatedDeliveryTime", "- dismissalPolicy"])
    }

    @Test("what is no object at all is told once, and what fits is no problem")
    func shapes() async throws {
        let house = try House()
        func told(_ attributes: JSON, _ state: JSON, kind: String = "pizza-delivery") -> [FieldError] {
            house.center.problems(with: StartRequest(kind: kind, payload: .encoded(attributes: attributes, state: state)))
        }
        #expect(summary(told(.null, .array([]))) == ["attribute ", "state "])
        let order = JSON.object(["numberOfPizzas": .integer(1), "totalAmount": .string("$1")])
        #expect(told(order, .object(["driverName": .string("A"), "estimatedDeliveryTime": Self.range])) == [])
        #expect(told(.null, .null, kind: "nothing") == [])
    }

    @Test("the time zone goes back to the machine's, and a change that names none keeps it")
    func timeZone() async throws {
        let house = try House()
        _ = try await house.center.perform(.changeSettings(SettingsChange(timeZone: .named("Europe/Berlin"))))
        _ = try await house.center.perform(.changeSettings(SettingsChange(timerColor: "#abcdef")))
        #expect(house.center.board.settings.timeZone == "Europe/Berlin")
        _ = try await house.center.perform(.changeSettings(SettingsChange(timeZone: .machine)))
        #expect(house.center.board.settings.timeZone == nil && house.center.board.settings.timerColor == "#abcdef")
    }
}
