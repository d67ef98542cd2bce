import Activities
import Foundation
import HTTP
import Testing

@testable import islet

extension FlowTests {
    /// activitykit.md, "APNs-compatible push": what is answered 200 and changes nothing, and the word that says why.
    @Suite struct PushOutcomes: PushClient {
        /// Pushes each, expects 200, the sentence, and that the activity is as it was.
        private func expectUnheeded(_ house: House, _ id: String, _ token: String, _ cases: [(body: String, sentence: String)]) throws {
            let before = try record(house, id)
            let count = house.serving.center.board.counts(kind: "pizza-delivery").all
            for (body, sentence) in cases {
                let answer = try push(house, token, body)
                #expect(answer.status == 200 && answer.body.isEmpty)
                #expect(outcome(answer) == sentence)
                house.clock.advance(by: 1)
            }
            #expect(try record(house, id).content == before.content)
            #expect(house.serving.center.board.counts(kind: "pizza-delivery").all == count)
        }

        @Test func `an update whose content cannot be read is answered 200 and says why`() async throws {
            try await House.open { house in
                let (id, token) = try started(house)
                try expectUnheeded(
                    house, id, token,
                    [
                        (update(house, ["event": nil]), "event is missing: it is start, update or end."),
                        (
                            update(house, ["event": #""Update""#]),
                            "event is the text \"Update\"; it is start, update or end, probably update."
                        ),
                        (
                            update(house, ["content-state": nil]),
                            "content-state is missing: an update carries the whole state that is shown."
                        ),
                        (
                            update(house, ["content-state": #"{"driverName":"T","estimatedDeliveryTime":[1800000000,1800000900]}"#]),
                            "content-state.estimatedDeliveryTime[0] is 1800000000, the year 2058 when read as seconds since 2001; Unix seconds were sent, 2027-01-15T08:00:00.000Z was meant: send 821692800."
                        ),
                        (
                            update(house, ["content-state": #"{"driverName":"T","estimatedDeliveryTime":[821693700,821692800]}"#]),
                            "content-state.estimatedDeliveryTime: The range ends at 2027-01-15T08:00:00.000Z, before it starts at 2027-01-15T08:15:00.000Z."
                        ),
                        (update(house, ["content-state": state(house, driver: " ")]), "content-state.driverName: Driver is needed."),
                        (
                            update(house, ["content-state": state(house, driver: "é👍").replacing("driverName", with: "driver_name")]),
                            "content-state.driverName is missing, and \"driver_name\" is not known: \"driverName\" was probably meant."
                        ),
                        (
                            update(house, ["timestamp": "1800000000000"]),
                            "timestamp is 1800000000000, the year 59009 when read as Unix seconds; Unix milliseconds were sent, 2027-01-15T08:00:00.000Z was meant: send 1800000000."
                        ),
                        (
                            update(house, ["timestamp": "\(unix(house, -1))"]),
                            "Ignored: its timestamp \(unix(house, -1)) is older than the last accepted one, \(unix(house))."
                        ),
                        (
                            update(house, ["timestamp": "\(unix(house, 8 * 3600 + 60))"]),
                            "Ignored: its timestamp \(unix(house, 8 * 3600 + 60)) lies more than 8 hours ahead of the server's time, \(unix(house, 9))."
                        ),
                        (
                            update(house, ["alert": #"{"title":5}"#]),
                            "alert.title is 5; it is a text, or an object with loc-key and loc-args."
                        ),
                        (
                            update(house, ["alert": #""\#(String(repeating: "x", count: 1025))""#]),
                            "An alert's body has at most 1024 bytes."
                        ),
                        (
                            start(house),
                            "A start goes to the push-to-start token of its kind (see /api/kinds); this token is of one activity that runs."
                        ),
                    ])
            }
        }

        @Test func `a start that cannot be is answered 200 and says why`() async throws {
            try await House.open { house in
                let (id, _) = try started(house)
                try expectUnheeded(
                    house, id, startToken(house),
                    [
                        (
                            update(house),
                            "This is the push-to-start token of PizzaDeliveryAttributes; an update goes to the token of its activity."
                        ),
                        (start(house, ["attributes-type": nil]), "attributes-type is missing: this token starts PizzaDeliveryAttributes."),
                        (
                            start(house, ["attributes-type": #""RideAttributes""#]),
                            "attributes-type is the text \"RideAttributes\"; this token starts PizzaDeliveryAttributes."
                        ),
                        (
                            start(house, ["attributes": nil]),
                            "attributes is missing: a start needs the attributes of PizzaDeliveryAttributes."
                        ),
                        (
                            start(house, ["attributes": #"{"numberOfPizzas":0,"totalAmount":"$1"}"#]),
                            "attributes.numberOfPizzas: Number of pizzas is a whole number from 1 to 2147483647; 0 is not."
                        ),
                        (
                            start(house, ["content-state": nil]),
                            "content-state is missing: a start needs the whole state that is shown first."
                        ),
                        (
                            start(house, ["alert": nil]),
                            "alert is missing or says nothing: a start needs an alert with title and body, as at Apple."
                        ),
                        (
                            start(house, ["timestamp": "\(unix(house, 9 * 3600))"]),
                            "Ignored: its timestamp \(unix(house, 9 * 3600)) lies more than 8 hours ahead of the server's time, \(unix(house, 7))."
                        ),
                    ])
                _ = try house.post("/settings", ["activitiesEnabled": "off"])
                #expect(
                    outcome(try push(house, startToken(house), start(house))).hasPrefix(
                        "Live Activities are not enabled. Turn activities on"))
            }
        }

        @Test func `a start beyond the maxima says which`() async throws {
            let only: (inout Configuration) -> Void = { $0.maximumActivitiesPerKind = 1 }
            try await House.open(only) { house in
                #expect(try push(house, startToken(house), start(house)).status == 200)
                let answer = try push(house, startToken(house), start(house))
                #expect(answer.status == 200 && answer.fields["islet-activity"] == nil)
                #expect(outcome(answer).hasPrefix("As many activities of this kind run as this server allows."))
            }
        }

        @Test func `content over 4 KB says by how many bytes`() async throws {
            try await House.open { house in
                let amount = String(repeating: "e\u{301}\u{301}\u{301}\u{301}", count: 100)
                let attributes = #"{"numberOfPizzas":2,"totalAmount":"\#(amount)"}"#
                let answer = try push(house, startToken(house), start(house, ["attributes": attributes]))
                let id = try #require(answer.fields["islet-activity"])
                let name = String(repeating: "e\u{301}\u{301}\u{301}", count: 500)
                let dates = [0.0, 1200].map { ISO8601.string(house.clock.now.addingTimeInterval($0)) }
                let kept = attributes + #"{"driverName":"\#(name)","estimatedDeliveryTime":["\#(dates[0])","\#(dates[1])"]}"#
                let sentence =
                    "The attributes and the content state together are larger than 4096 bytes. As they are kept they have \(kept.utf8.count), \(kept.utf8.count - 4096) too many."
                for body in [
                    update(house, ["content-state": state(house, driver: name)]), end(house, ["content-state": state(house, driver: name)]),
                ] {
                    try expectUnheeded(house, id, record(house, id).pushToken, [(body, sentence)])
                }
            }
        }

        @Test func `what is strange but works is said too`() async throws {
            try await House.open { house in
                let (_, token) = try started(house)
                #expect(
                    outcome(try push(house, token, update(house, ["timestamp": nil])))
                        == "Updated. There is no timestamp: it counts as now; Apple demands one.")
                #expect(
                    outcome(
                        try push(
                            house, token, update(house, ["timestamp": "\(unix(house, 61))", "content-state": state(house, driver: "B")])))
                        == "Updated. The timestamp \(unix(house, 61)) lies more than 60 s ahead: it counts as now, \(unix(house)).")
                #expect(
                    outcome(try push(house, token, update(house, ["staleDate": "1", "content-state": state(house, driver: "C")])))
                        == "Updated. aps.staleDate is not known and was passed over: \"stale-date\" was probably meant.")
                #expect(
                    outcome(try push(house, token, update(house, ["alert": "{}", "content-state": state(house, driver: "D")])))
                        == "Updated. The alert says nothing, and rings nothing.")
            }
        }
    }
}
