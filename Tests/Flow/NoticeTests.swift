import Activities
import Foundation
import HTTP
import Testing

@testable import islet

extension FlowTests {
    /// What a page says of the form that was sent from it.
    @Suite struct Notices {
        private func referer(_ path: String, _ house: House) -> String { "Referer: http://127.0.0.1:\(house.port)\(path)" }

        private func notice(_ page: Answer) -> String? {
            page.text.firstMatch(of: /<p class="notice" role="status">([^<]*)<\/p>/).map { String($0.output.1) }
        }

        /// Sends a form from `page`, and answers where it led and what stands there.
        private func sent(
            _ path: String, _ form: KeyValuePairs<String, String> = [:], from page: String, _ house: House
        ) throws -> (location: String, notice: String?) {
            let answer = try house.post(path, form, as: .operator, referer(page, house))
            #expect(answer.status == 303)
            let location = try #require(answer.location)
            return (location, notice(try house.get(location)))
        }

        @Test func `a page says what the form did that was sent from it`() async throws {
            try await House.open { house in
                let id = try house.start(driver: "OLD")
                let page = "/activities/\(id)"
                #expect(try sent(page + "/update", ["driverName": "NEW"], from: page, house).notice == "Updated.")
                let stale = try sent(page + "/update", ["driverName": "OLD", "shown-driverName": "OLD"], from: page, house)
                #expect(stale.notice == "Nothing was changed." && stale.location.hasPrefix(page + "?notice=unchanged."))
                #expect(try sent("/settings", ["activitiesEnabled": "on"], from: "/", house).notice == "Nothing was changed.")
                #expect(try sent(page + "/end", from: page, house).notice == "Ended.")
                #expect(try sent(page + "/end", from: page, house).notice == "It was already over.")
                #expect(try house.post(page + "/end").status == 409, "a script is told by the status")
                // From the page itself it leads away, also where that page still says something.
                let dismissed = try sent(page + "/dismiss", from: page + "?notice=ended.1", house)
                #expect(dismissed.notice == "Dismissed." && dismissed.location.hasPrefix("/?notice="))
                #expect(try sent(page + "/dismiss", from: "/", house).notice == "It was already over.")
                _ = try house.start()
                let all: KeyValuePairs = ["kind": "pizza-delivery"]
                let asked = "/activities/end?kind=pizza-delivery"
                #expect(try sent("/activities/end", all, from: asked, house) == ("/?notice=ended.\(second(house))", "Ended."))
                #expect(try sent("/activities/end", all, from: asked, house).notice == "Nothing was changed.")
            }
        }

        @Test func `whoever sends an order twice is told that it was started once`() async throws {
            try await House.open { house in
                let order: KeyValuePairs = [
                    "kind": "pizza-delivery", "idempotencyKey": "once", "driverName": "A", "totalAmount": "$1", "numberOfPizzas": "1",
                    "minutes": "5",
                ]
                let first = try sent("/activities", order, from: "/", house)
                #expect(first.notice == nil, "its card says it all")
                let second = try sent("/activities", order, from: "/", house)
                #expect(second.location.hasPrefix(first.location + "?notice="))
                #expect(second.notice == "This one was started already; nothing more was.")
            }
        }

        private func second(_ house: House) -> Int { Int(house.clock.now.timeIntervalSince1970) }

        @Test func `the dashboard's filter stays, and an older notice goes`() async throws {
            try await House.open { house in
                let id = try house.start(driver: "A & B")
                let from = "/?q=A+%26%20B&kind=pizza-delivery&notice=updated.1&state=active"
                let (location, notice) = try sent("/activities/\(id)/update", ["driverName": "A & B"], from: from, house)
                #expect(location == "/?q=A%20%26%20B&kind=pizza-delivery&state=active&notice=unchanged.\(second(house))")
                #expect(notice == "Nothing was changed.")
                let page = try house.get(location).text
                #expect(page.contains("id=\"lock-screen-\(id)\"") && page.contains("name=\"q\" type=\"search\" value=\"A &amp; B\""))
                #expect(!page.contains("notice%3D") && !page.contains("data-stream=\"/events?page=dashboard&amp;notice"))
            }
        }

        @Test func `without a page of ours to go back to nothing is said`() async throws {
            try await House.open { house in
                let id = try house.start()
                let path = "/activities/\(id)/update"
                #expect(try house.post(path, ["driverName": "A"]).location == "/activities/\(id)")
                for foreign in ["Referer: https://evil.example/?q=x", "Referer: http://127.0.0.1:\(house.port).evil.example/", "Referer: x"] {
                    #expect(try house.post(path, ["driverName": "A"], as: .operator, foreign).location == "/activities/\(id)")
                }
                // A form that came back stands where no page is.
                for posted in ["/activities/\(id)/update", "/activities/\(id)/end", "/activities"] {
                    let (location, _) = try sent(path, ["driverName": "A"], from: posted, house)
                    #expect(location.hasPrefix("/activities/\(id)?notice="))
                }
                #expect(try sent(path, ["driverName": "A"], from: "//evil.example/", house).location.hasPrefix("/?notice="))
            }
        }

        @Test func `a notice is one of ours, for operators, and soon silent`() async throws {
            try await House.open { house in
                let id = try house.start()
                let now = second(house)
                for word in ["", "gone", "Updated.", "<b>", "updated.", "updated.x", "updated", "updated.\(now).1", "updated.-1", "updated.\(now + 1)"] {
                    let query = Form([.init("notice", word)]).encoded
                    #expect(notice(try house.get("/?" + query)) == nil, "\(word)")
                    #expect(try house.get("/?" + query).status == 200)
                }
                let path = "/activities/\(id)?notice=updated.\(now)"
                #expect(notice(try house.get(path)) == "Updated.")
                #expect(notice(try house.get(path, as: .nobody)) == nil)
                #expect(notice(try house.get("/?notice=updated.\(now)", as: .watcher)) == nil)
                house.clock.advance(by: 30)
                #expect(notice(try house.get(path)) == "Updated.")
                house.clock.advance(by: 1)
                #expect(notice(try house.get(path)) == nil)
            }
        }
    }
}
