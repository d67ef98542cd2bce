import Activities
import Foundation
import HTTP
import Testing

@testable import islet

extension FlowTests {
    /// POST here, frame there.
    @Suite struct Live {
        @Test func `a start by form appears on the dashboard's stream, and on its own`() async throws {
            try await House.open { house in
                let dashboard = try house.events("/events")
                #expect(dashboard.head.status == 200)
                #expect(dashboard.head.fields["Cache-Control"] == "no-cache, no-transform")
                #expect(dashboard.head.fields["X-Accel-Buffering"] == "no")
                let hello = try #require(dashboard.next())
                #expect(hello.name == "hello" && hello.data.contains("\"revision\":\"\(house.serving.center.epoch)-"))
                #expect(dashboard.retry != nil)
                #expect(dashboard.next()?.name == "reset")
                while dashboard.lastEventID == nil { _ = try #require(dashboard.next()) }
                let id = try house.start(driver: "ANA")
                let put = try #require(dashboard.next("put"))
                #expect(put.data.contains("id=\"lock-screen-\(id)\"") && put.data.contains("ANA"))
                #expect(put.data.contains("id=\"controls-\(id)\""))
                let own = try house.events("/activities/\(id)/events", as: .nobody)
                #expect(own.next()?.name == "hello")
                let reset = try #require(own.next())
                #expect(reset.data == "lock-screen-\(id)\nembed-\(id)\nstandby-\(id)\nhistory-\(id)")
                let card = try #require(own.next())
                #expect(card.name == "put" && card.data.contains("ANA") && !card.data.contains("controls-"))
            }
        }

        @Test func `an update changes the card and leaves the forms alone`() async throws {
            try await House.open { house in
                let id = try house.start()
                let reader = try house.events("/activities/\(id)/events")
                _ = reader.step()
                let answer = try house.post("/activities/\(id)/update", ["driverName": "JOHN", "minutes": "60"])
                #expect(answer.status == 303 && answer.location == "/activities/\(id)")
                let put = try #require(reader.next())
                #expect(put.name == "put" && put.data.contains("JOHN") && !put.data.contains("controls-"))
                let record = try #require(house.serving.center.board.activity(id))
                let range: JSON = .array([.string(ISO8601.string(house.clock.now)), .string(ISO8601.string(house.clock.now + 3600))])
                #expect(record.content.state["estimatedDeliveryTime"] == range)
            }
        }

        @Test(arguments: ["default", "immediate", "after"]) func `an end reaches the viewer`(dismissal: String) async throws {
            try await House.open { house in
                let id = try house.start()
                let reader = try house.events("/activities/\(id)/events", as: .nobody)
                _ = reader.step()
                #expect(try house.post("/activities/\(id)/end", ["dismissal": dismissal, "minutes": "30"]).status == 303)
                let put = try #require(reader.next())
                let state = dismissal == "immediate" ? "dismissed" : "ended"
                #expect(put.name == "put" && put.data.contains("data-state=\"\(state)\""))
                let record = try #require(house.serving.center.board.activity(id))
                let stays: Double = ["default": 4 * 3600, "immediate": 0, "after": 1800][dismissal] ?? -1
                #expect(record.dismissalDate == house.clock.now + stays)
                if dismissal == "immediate" {
                    #expect(reader.next() == nil && reader.isComplete)
                } else {
                    #expect(try house.post("/activities/\(id)/update", ["driverName": "LATE"]).status == 409)
                    #expect(try house.post("/activities/\(id)/dismiss").status == 303)
                    #expect(reader.next()?.data.contains("data-state=\"dismissed\"") == true)
                    #expect(reader.next() == nil && reader.isComplete)
                }
            }
        }

        @Test func `a bad end is told so, and ends nothing`() async throws {
            try await House.open { house in
                let id = try house.start()
                for form: KeyValuePairs in [
                    ["dismissal": "soon"], ["dismissal": "after", "minutes": "x"], ["dismissal": "after", "minutes": "-1"],
                    ["dismissal": "after", "minutes": "43201"],
                ] {
                    #expect(try house.post("/activities/\(id)/end", form).status == 422)
                }
                #expect(try house.post("/activities/\(id)/dismiss").status == 409)
                #expect(house.serving.center.board.activity(id)?.activityState == .active)
            }
        }

        @Test func `all of a kind end at once, or the delivered ones alone`() async throws {
            try await House.open { house in
                let soon = try house.start(minutes: "1")
                let later = try house.start(minutes: "30")
                let reader = try house.events("/events")
                _ = reader.step()
                house.clock.advance(by: 61)
                _ = reader.next("put")
                #expect(try house.post("/activities/end", ["kind": "pizza-delivery", "delivered": "only"]).status == 303)
                #expect(reader.next("remove")?.data == "lock-screen-\(soon)")
                let board = house.serving.center.board
                #expect(board.activity(soon)?.activityState == .dismissed && board.activity(later)?.activityState == .active)
                #expect(try house.post("/activities/end", ["kind": "pizza-delivery"]).location == "/")
                #expect(board.activity(later)?.activityState == .dismissed)
                #expect(try house.post("/activities/end", ["kind": "nothing"]).status == 400)
            }
        }

        @Test func `with activities off a start is refused on its form, and what runs goes on`() async throws {
            try await House.open { house in
                let id = try house.start()
                #expect(try house.post("/settings", ["activitiesEnabled": "off"]).status == 303)
                let refused = try house.post(
                    "/activities",
                    ["kind": "pizza-delivery", "driverName": "KEPT", "totalAmount": "$1", "numberOfPizzas": "1", "minutes": "5"])
                #expect(refused.status == 403)
                #expect(refused.text.contains("Live Activities are not enabled.") && refused.text.contains("value=\"KEPT\""))
                #expect(try house.post("/activities/\(id)/update", ["driverName": "GOES ON"]).status == 303)
                #expect(try house.get("/activities/\(id)", as: .nobody).text.contains("GOES ON"))
                #expect(try house.post("/settings", ["activitiesEnabled": "perhaps"]).status == 422)
                #expect(try house.post("/settings", ["activitiesEnabled": "on"]).status == 303)
                _ = try house.start()
            }
        }

        @Test func `a double click starts one`() async throws {
            try await House.open { house in
                let form: KeyValuePairs = [
                    "kind": "pizza-delivery", "driverName": "A", "totalAmount": "$1", "numberOfPizzas": "1", "minutes": "5",
                    "idempotencyKey": "once",
                ]
                let first = try house.post("/activities", form)
                let second = try house.post("/activities", form)
                #expect(first.status == 303 && first.location == second.location)
                #expect(house.serving.center.board.counts(kind: "pizza-delivery").all == 1)
            }
        }

        @Test func `fields that still say what the page showed change nothing`() async throws {
            try await House.open { house in
                let id = try house.start(driver: "OLD")
                #expect(try house.post("/activities/\(id)/update", ["driverName": "NEW", "driverPhone": "+1 555 0100"]).status == 303)
                let stale = try house.post(
                    "/activities/\(id)/update",
                    [
                        "driverName": "OLD", "shown-driverName": "OLD", "driverPhone": "", "shown-driverPhone": "", "minutes": "",
                        "shown-minutes": "",
                    ])
                #expect(stale.status == 303)
                let state = try #require(house.serving.center.board.activity(id)?.content.state)
                #expect(state["driverName"]?.string == "NEW" && state["driverPhone"]?.string == "+1 555 0100")
                let page = try house.get("/activities/\(id)").text
                #expect(page.contains("name=\"shown-driverImage\" value=\"\""), "an empty field says that it was shown empty")
            }
        }

        @Test func `an alert is heard once, also by a reader who skipped the update that rang`() async throws {
            try await House.open { house in
                let id = try house.start()
                let reader = try house.events("/activities/\(id)/events", as: .nobody)
                _ = reader.step()
                let before = reader.lastEventID
                #expect(
                    try house.post(
                        "/activities/\(id)/update", ["driverName": "NEAR", "alertTitle": "Near", "alertBody": "Two streets away"]
                    ).status == 303)
                let alert = try #require(reader.next("alert"))
                #expect(alert.data.contains("Two streets away") && alert.data.contains("data-sound=\"default\""))
                #expect(alert.data.contains("id=\"banner-\(id)\""))
                #expect(try house.post("/activities/\(id)/update", ["driverName": "THERE"]).status == 303)
                #expect(reader.step().map(\.name) == ["put"])
                let late = try house.events("/activities/\(id)/events", as: .nobody, after: before)
                #expect(late.step().map(\.name) == ["hello", "put", "alert"])
                let dashboard = try house.events("/events", after: before)
                #expect(dashboard.step().filter { $0.name == "alert" }.count == 1)
            }
        }

        @Test func `the alert of a pending activity rings when it starts, not before`() async throws {
            try await House.open { house in
                let other = try house.start()
                let dashboard = try house.events("/events")
                _ = dashboard.step()
                let start = StartRequest(
                    kind: "pizza-delivery",
                    payload: .fields([
                        "numberOfPizzas": .integer(1), "totalAmount": .text("$1"), "driverName": .text("A"),
                        "estimatedDeliveryTime": .minutesFromNow(60),
                    ]),
                    startDate: house.clock.now + 600, alert: AlertConfiguration(title: "It begins", body: ""))
                let id = try #require(try await house.serving.center.perform(.request(start)).activities.first?.id)
                let own = try house.events("/activities/\(id)/events", as: .nobody, after: dashboard.lastEventID)
                #expect(own.step().map(\.name) == ["hello", "put"])
                _ = try house.post("/activities/\(other)/update", ["driverName": "MARK"])
                var seen: [EventReader.Event] = []
                while let event = dashboard.next() {
                    seen.append(event)
                    if event.data.contains("MARK") { break }
                }
                #expect(!seen.contains { $0.name == "alert" })
                house.clock.advance(by: 600)
                #expect(own.next("alert")?.data.contains("It begins") == true)
                #expect(dashboard.next("alert")?.data.contains("It begins") == true)
            }
        }
    }
}
