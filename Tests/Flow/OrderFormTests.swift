import Activities
import Foundation
import HTTP
import Testing

@testable import islet

extension FlowTests {
    /// What becomes of what people send with a form: nothing of it is lost, and everything that is wrong with it is said.
    @Suite struct OrderForms {
        private func order(_ key: String, driver: String, pizzas: String = "1") -> KeyValuePairs<String, String> {
            [
                "kind": "pizza-delivery", "idempotencyKey": key, "driverName": driver, "totalAmount": "$1", "numberOfPizzas": pizzas,
                "minutes": "5",
            ]
        }

        @Test func `the same key with other fields starts another, and only what is identical is a repeat`() async throws {
            try await House.open { house in
                let page = try house.get("/").text
                let hidden = try #require(page.firstMatch(of: /name="idempotencyKey" value="([^"]+)"/)).output.1
                let key = String(hidden)
                let first = try house.post("/activities", order(key, driver: "A"))
                let second = try house.post("/activities", order(key, driver: "B"))
                let third = try house.post("/activities", order(key, driver: "A", pizzas: "2"))
                let repeated = try house.post("/activities", order(key, driver: "B"))
                #expect([first, second, third, repeated].allSatisfy { $0.status == 303 })
                #expect(Set([first, second, third].map(\.location)).count == 3)
                #expect(repeated.location == second.location)
                let drivers = house.serving.center.board.running(kind: "pizza-delivery").map { $0.content.state["driverName"]?.string }
                #expect(drivers == ["A", "B", "A"])
            }
        }

        @Test(arguments: [255, 256, 2_000])
        func `a key of any length starts one, and repeats it`(length: Int) async throws {
            try await House.open { house in
                let key = String(repeating: "k", count: length)
                let answers = try (0..<2).map { _ in try house.post("/activities", order(key, driver: "A")) }
                #expect(answers[0].status == 303 && answers[0].location == answers[1].location)
            }
        }

        @Test func `a corrected form starts with the key with which it was refused`() async throws {
            try await House.open { house in
                let refused = try house.post("/activities", order("kept", driver: ""))
                #expect(refused.status == 422 && refused.text.contains("name=\"idempotencyKey\" value=\"kept\""))
                #expect(try house.post("/activities", order("kept", driver: "A")).status == 303)
                #expect(house.serving.center.board.counts(kind: "pizza-delivery").all == 1)
            }
        }

        /// What stands at the head of the form on `page`.
        private func head(_ page: Answer) -> String? {
            page.text.firstMatch(of: /<p class="form-error" role="alert">([^<]*)<\/p>/).map { Markup.text(String($0.output.1)) }
        }

        @Test func `what is wrong with something that is no field of the form stands at its head`() async throws {
            try await House.open { house in
                let id = try house.start()
                for name in ["alertTitle", "alertBody"] {
                    let answer = try house.post("/activities/\(id)/update", [name: String(repeating: "x", count: 1025)])
                    #expect(answer.status == 422)
                    #expect(head(answer) == "An alert's \(name == "alertTitle" ? "title" : "body") has at most 1024 bytes.")
                }
                let both = try house.post(
                    "/activities", [
                        "kind": "pizza-delivery", "driverName": "", "totalAmount": "$1", "numberOfPizzas": "1", "minutes": "5",
                        "keepAlive": "magic",
                    ])
                #expect(both.status == 422)
                #expect(head(both) == "What keeps a hidden tab on time is worker or sound.")
                #expect(both.text.contains("id=\"start-pizza-delivery-driverName-error\""), "and what is wrong with a field, at the field")
                let field = try house.post("/activities/\(id)/update", ["driverName": ""])
                #expect(field.status == 422 && head(field) == nil)
                _ = try house.post("/settings", ["activitiesEnabled": "off"])
                #expect(head(try house.post("/activities", order("", driver: "A"))) == "Live Activities are not enabled.")
            }
        }

        @Test func `a bad end comes back as its form, with the message at its field and everything typed still there`() async throws {
            try await House.open { house in
                let id = try house.start()
                for minutes in ["x", "", "-1", "43201", "nan", "\"><b>"] {
                    let answer = try house.post("/activities/\(id)/end", ["dismissal": "after", "minutes": minutes])
                    #expect(answer.status == 422 && answer.text.contains("action=\"/activities/\(id)/end\""))
                    let input = try #require(Markup.element(ofField: "minutes", in: answer.text))
                    #expect(Markup.value(of: input) == minutes && input.contains("aria-invalid=\"true\""))
                    #expect(answer.text.contains("id=\"end-\(id)-minutes-error\">Minutes are a number"))
                    #expect(answer.text.contains("value=\"after\" checked") && !answer.text.contains("value=\"default\" checked"))
                    #expect(answer.text.contains("End: ") && head(answer) == nil && Markup.isFree(answer.text))
                }
                let answer = try house.post("/activities/\(id)/end", ["dismissal": "<soon>", "minutes": "7"])
                #expect(answer.status == 422 && answer.text.contains("id=\"end-\(id)-dismissal-error\""))
                #expect(Markup.text(answer.text).contains("not \u{201C}<soon>\u{201D}"))
                #expect(Markup.value(of: try #require(Markup.element(ofField: "minutes", in: answer.text))) == "7")
                #expect(house.serving.center.board.activity(id)?.activityState == .active)
                #expect(try house.post("/activities/00000000-0000-0000-0000-000000000000/end", ["dismissal": "x"]).status == 404)
            }
        }

        @Test func `the form beside a card ends it`() async throws {
            try await House.open { house in
                let id = try house.start()
                let page = try house.get("/activities/\(id)").text
                #expect(page.contains("id=\"end-\(id)\" method=\"post\" action=\"/activities/\(id)/end\""))
                #expect(page.contains("value=\"default\" checked"))
                #expect(page.contains("id=\"end-\(id)-minutes\" name=\"minutes\" value=\"30\""))
                _ = try house.post("/activities/\(id)/end", ["dismissal": "default"])
                #expect(!(try house.get("/activities/\(id)").text.contains("id=\"end-\(id)\"")), "what is over has none")
            }
        }
    }
}
