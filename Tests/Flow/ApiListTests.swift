import Activities
import Foundation
import HTTP
import Testing

@testable import islet

extension FlowTests {
    /// http.md, "JSON API": lists and settings.
    @Suite struct APILists {
        private func ids(_ answer: Answer) -> [String] { answer.array("activities").compactMap { $0["id"]?.string } }

        private func walk(_ house: House, _ query: String, limit: Int) throws -> [[String]] {
            var pages: [[String]] = []
            var after = ""
            repeat {
                let page = try house.api("GET", "/api/activities?limit=\(limit)\(query)\(after)", as: .watcher)
                #expect(page.status == 200)
                pages.append(ids(page))
                after = page.json["next"]?.string.map { "&after=\($0)" } ?? ""
            } while !after.isEmpty && pages.count < 20
            return pages
        }

        @Test func `a list is in order of start, each activity once over its pages, and the last page knows that it is the last`()
            async throws
        {
            try await House.open { house in
                let all = try (0..<5).map { _ in try house.startOrder().id }
                #expect(try walk(house, "", limit: 2) == [[all[0], all[1]], [all[2], all[3]], [all[4]]])
                #expect(try walk(house, "", limit: 5) == [all])
                #expect(try walk(house, "&kind=pizza-delivery&state=active", limit: 3).flatMap { $0 } == all)
                let answer = try house.api("GET", "/api/activities?kind=&state=", as: .watcher)
                #expect(ids(answer) == all && answer.json["next"] == .null && !answer.text.contains("pushToken"))
                #expect(try house.api("GET", "/api/activities").text.contains("pushToken"))
            }
        }

        @Test func `without a state all that is not dismissed, and dismissed ones by that state`() async throws {
            try await House.open { house in
                let all = try (0..<4).map { _ in try house.startOrder().id }
                for id in all[...1] { _ = try house.api("POST", "/api/activities/\(id)/end", #"{"dismissalPolicy":"immediate"}"#) }
                _ = try house.api("POST", "/api/activities/\(all[2])/end")
                #expect(try walk(house, "", limit: 9) == [[all[2], all[3]]])
                #expect(try walk(house, "&state=ended", limit: 9) == [[all[2]]])
                #expect(try walk(house, "&state=dismissed", limit: 1) == [[all[0]], [all[1]]])
                #expect(try walk(house, "&state=dismissed&kind=pizza-delivery", limit: 9) == [[all[0], all[1]]])
                #expect(try walk(house, "&state=pending", limit: 9) == [[]])
            }
        }

        @Test func `a page holds a hundred where nothing is said, and a thousand at most`() async throws {
            try await House.open { house in
                for _ in 0..<101 { _ = try house.startOrder() }
                let usual = try house.api("GET", "/api/activities", as: .watcher)
                #expect(ids(usual).count == 100 && usual.json["next"] != .null)
                #expect(try house.api("GET", "/api/activities?limit=1000", as: .watcher).array("activities").count == 101)
                let id = ids(usual)[0]
                for limit in ["1001", "0", "-1", "1.5", "ten", "", "99999999999999999999", "%2B5"] {
                    for path in ["/api/activities", "/api/activities/\(id)/history"] {
                        let answer = try house.api("GET", "\(path)?limit=\(limit)")
                        #expect(answer.status == 400 && answer.isProblem && answer.detail.contains("from 1 to 1000"), "\(limit)")
                    }
                }
            }
        }

        @Test(arguments: [
            ("kind=pasta", "pizza-delivery"), ("state=running", "pending, active, stale, ended, dismissed"), ("after=5", "next"),
            ("after=", "next"),
            ("after=elsewhere-5", "next"), ("kind=a&kind=b", "once"), ("limit=1&limit=2", "once"), ("kind=%zz", "hex digits"),
            ("kind=%ff", "UTF-8"),
        ])
        func `a query that cannot be answered says what would be right`(query: String, word: String) async throws {
            try await House.open { house in
                let answer = try house.api("GET", "/api/activities?\(query)", as: .watcher)
                #expect(answer.status == 400 && answer.isProblem && answer.detail.contains(word), "\(answer.detail)")
            }
        }

        @Test func `settings keep what is left out, and a null time zone is the machine's`() async throws {
            try await House.open { house in
                let before = try house.api("GET", "/api/settings")
                #expect(
                    before.text
                        == ##"{"activitiesEnabled":true,"stopwatchColor":"#30d158","timeZone":null,"timerColor":"#ff9f0a"}"##)
                let changed = try house.api("PUT", "/api/settings", ##"{"timeZone":"Europe/Berlin","timerColor":"#ABCDEF"}"##)
                #expect(changed.status == 200 && changed.json["timeZone"] == .string("Europe/Berlin"))
                #expect(changed.json["timerColor"] == .string("#abcdef") && changed.json["activitiesEnabled"] == .boolean(true))
                #expect(try house.api("PUT", "/api/settings", "{}").json == changed.json)
                #expect(try house.post("/settings", ["stopwatchColor": "#111111"]).status == 303)
                #expect(try house.api("GET", "/api/settings").json["timeZone"] == .string("Europe/Berlin"))
                #expect(try house.api("PUT", "/api/settings", #"{"timeZone":null}"#).json["timeZone"] == .null)
            }
        }

        @Test func `settings that do not fit change nothing, and are all told`() async throws {
            try await House.open { house in
                let before = try house.api("GET", "/api/settings").json
                let body =
                    ##"{"activitiesEnabled":null,"timeZone":"Moon/Crater","timerColor":"red","stopwatchColor":null,"timecolor":"#000000"}"##
                let answer = try house.api("PUT", "/api/settings", body)
                #expect(answer.status == 422 && answer.isProblem)
                #expect(Set(answer.pointers) == ["/activitiesEnabled", "/stopwatchColor", "/timecolor", "/timeZone", "/timerColor"])
                #expect(
                    try house.api("PUT", "/api/settings", ##"{"timerColor":"red","timeZone":"x"}"##).pointers == [
                        "/timeZone", "/timerColor",
                    ])
                #expect(try house.api("PUT", "/api/settings", "").status == 400)
                #expect(try house.api("GET", "/api/settings").json == before)
            }
        }
    }
}
