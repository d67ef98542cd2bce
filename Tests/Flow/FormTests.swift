import Activities
import Foundation
import FoundationXML
import HTTP
import Testing

@testable import islet

extension FlowTests {
    /// What people type, also those who mean no good.
    @Suite struct Forms {
        static let good: [(name: String, value: String)] = [
            ("kind", "pizza-delivery"), ("idempotencyKey", ""), ("numberOfPizzas", "3"), ("totalAmount", "$42"), ("driverName", "MIA"),
            ("minutes", "25"), ("driverPhone", "+1 555 0100"), ("driverImage", "icons/islet.svg"), ("keepAlive", "sound"),
        ]

        /// Each field with what it refuses.
        static let bad: [(name: String, value: String)] = [
            ("numberOfPizzas", "0"), ("numberOfPizzas", "-1"), ("numberOfPizzas", "two"), ("numberOfPizzas", "1.5"), ("numberOfPizzas", ""),
            ("numberOfPizzas", "99999999999999999999"), ("totalAmount", ""), ("totalAmount", String(repeating: "9", count: 101)),
            ("totalAmount", "a\u{0}b"), ("driverName", ""), ("driverName", "   "), ("driverName", String(repeating: "x", count: 501)),
            ("driverName", "a\u{1}b"), ("driverName", "a\u{FFFE}b"), ("driverName", "a\nb"), ("minutes", ""), ("minutes", "-1"),
            ("minutes", "soon"), ("minutes", "nan"), ("minutes", "inf"), ("minutes", "43201"), ("driverPhone", "call me"),
            ("driverPhone", "javascript:1"), ("driverImage", "javascript:alert(1)"), ("driverImage", "../secret"),
            ("driverImage", "http://plain.example/a.png"), ("keepAlive", "magic"),
        ]

        private func filled(_ name: String, _ value: String) -> [(name: String, value: String)] {
            Self.good.map { $0.name == name ? (name, value) : $0 }
        }

        /// What no page may carry stands there as U+FFFD.
        private func printable(_ text: String) -> String {
            ["\u{0}", "\u{1}", "\u{FFFE}"].reduce(text) { $0.replacing($1, with: "\u{FFFD}") }
        }

        private func encoded(_ fields: [(name: String, value: String)]) -> String { Form(fields.map { .init($0.name, $0.value) }).encoded }

        @Test func `a bad value comes back as the form, with the message at its field and everything typed still there`() async throws {
            try await House.open { house in
                for (name, value) in Self.bad {
                    let fields = filled(name, value)
                    let answer = try house.ask("POST", "/activities", body: encoded(fields))
                    #expect(answer.status == 422, "\(name)=\(value.prefix(20)): \(answer.status)")
                    if name != "keepAlive" {
                        let input = try #require(Markup.element(ofField: name, in: answer.text))
                        #expect(input.contains("aria-invalid=\"true\""), "\(name)=\(value.prefix(20))")
                        #expect(answer.text.contains("id=\"start-pizza-delivery-\(name)-error\""))
                    }
                    for field in fields where !["kind", "idempotencyKey", "keepAlive"].contains(field.name) {
                        let input = try #require(Markup.element(ofField: field.name, in: answer.text))
                        #expect(Markup.value(of: input) == printable(field.value), "\(name)=\(value.prefix(20)) lost \(field.name)")
                    }
                }
                #expect(house.serving.center.board.counts(kind: "pizza-delivery").all == 0)
            }
        }

        @Test func `an update's bad values come back in the same way, and change nothing`() async throws {
            try await House.open { house in
                let id = try house.start(driver: "KEPT")
                for (name, value) in Self.bad
                where !["numberOfPizzas", "totalAmount", "keepAlive"].contains(name) && !(name == "minutes" && value.isEmpty) {
                    let fields = filled(name, value).filter { ["driverName", "minutes", "driverPhone", "driverImage"].contains($0.name) }
                    let answer = try house.ask(
                        "POST", "/activities/\(id)/update", body: encoded(fields + [("alertTitle", "Typed <title>")]))
                    #expect(answer.status == 422, "\(name)=\(value.prefix(20))")
                    for field in fields {
                        let input = try #require(Markup.element(ofField: field.name, in: answer.text))
                        #expect(Markup.value(of: input) == printable(field.value))
                    }
                    #expect(answer.text.contains("Typed &lt;title&gt;"))
                }
                #expect(house.serving.center.board.activity(id)?.content.state["driverName"]?.string == "KEPT")
            }
        }

        static let hostile = [
            "<script>alert(1)</script>", "\"><img src=x onerror=alert(1)>", "' onclick='alert(1)", "{{driverName}} {{{x}}} {{>layout}}",
            "&amp; &lt;b&gt; &#60;",
            "]]><![CDATA[", "--><!--", "\u{202E}desrever \u{05D0}\u{05D1}", "👨🏻‍🍳👩‍👩‍👧‍👦🏳️‍🌈🇨🇭", String(repeating: "W", count: 500), "e\u{301}\u{20DD}",
            "a\\\"b';--", "%3Cb%3E+%00",
        ]

        @Test(arguments: hostile) func `no text becomes markup, in page, frame or picture`(text: String) async throws {
            try await House.open { house in
                let amount = String(text.prefix(100))
                let answer = try house.ask(
                    "POST", "/activities",
                    body: encoded(filled("driverName", text).map { $0.name == "totalAmount" ? ("totalAmount", amount) : $0 }))
                #expect(answer.status == 303)
                let path = try #require(answer.location)
                let id = String(path.dropFirst("/activities/".count))
                let reader = try house.events("/events?activity=\(id)")
                let frames = reader.step().map(\.data).joined(separator: "\n")
                let harmless = try house.ask("POST", "/activities", body: encoded(Self.good))
                let plain = String(try #require(harmless.location).dropFirst("/activities/".count))
                let plainPages = try pages(house, plain).map { Markup.tags(in: $0) }
                for (page, expected) in zip(try pages(house, id), plainPages) {
                    let isSame = Markup.tags(in: page) == expected
                    #expect(isSame, "the same elements as with a harmless name")
                    #expect(Markup.isFree(page))
                }
                #expect(Markup.isFree(frames) && frames.contains("id=\"lock-screen-\(id)\""))
                #expect(Markup.text(frames).contains(text.trimmingCharacters(in: .whitespaces)))
                let picture = try house.get(path + "/journey.svg", as: .nobody)
                #expect(picture.fields["Content-Type"] == "image/svg+xml; charset=utf-8")
                #expect(XMLParser(data: Data(picture.body)).parse(), "well-formed XML")
                #expect(Markup.text(picture.text).contains(text))
            }
        }

        private func pages(_ house: House, _ id: String) throws -> [String] {
            try ["", "/embed", "/contact"].map { try house.get("/activities/\(id)\($0)", as: .nobody).text }
        }

        @Test func `hostile alert texts stay texts`() async throws {
            try await House.open { house in
                let id = try house.start()
                let reader = try house.events("/activities/\(id)/events", as: .nobody)
                _ = reader.step()
                _ = try house.post(
                    "/activities/\(id)/update",
                    ["alertTitle": "<script>alert(1)</script>\r\nid: 1", "alertBody": "\"onload='x'\n\nevent: reset"])
                let alert = try #require(reader.next("alert"))
                #expect(Markup.isFree(alert.data))
                #expect(alert.id?.hasPrefix(house.serving.center.epoch + "-") == true)
                #expect(try house.post("/activities/\(id)/update", ["alertTitle": String(repeating: "x", count: 1024)]).status == 303)
                #expect(try house.post("/activities/\(id)/update", ["alertTitle": String(repeating: "x", count: 1025)]).status == 422)
            }
        }

        @Test func `what is no form is refused as such`() async throws {
            try await House.open { house in
                let json = try house.ask("POST", "/activities", ["Content-Type: application/json"], body: "{}")
                #expect(json.status == 415)
                #expect(try house.ask("POST", "/activities", body: "kind=%zz").status == 400)
                #expect(try house.ask("POST", "/activities", body: "kind=%ff").status == 400)
                #expect(try house.post("/activities", ["kind": "nothing"]).status == 400)
                #expect(
                    try house.post("/activities", ["kind": "pizza-delivery", "driverName": String(repeating: "x", count: 70_000)]).status
                        == 413)
            }
        }
    }
}
