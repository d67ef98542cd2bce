import Activities
import Foundation
import HTTP
import Testing

@testable import islet

extension FlowTests {
    /// What is over: its page, its export, and how long both know it.
    @Suite struct History {
        /// One line of the export.
        private struct Line: Decodable {
            struct Activity: Decodable {
                let id: String
                let kind: String
                let activityState: String
                let pushToken: String?
            }
            struct Event: Decodable {
                let event: String
                let sequence: Int
            }
            let activity: Activity
            let events: [Event]
        }

        private func lines(_ answer: Answer) throws -> [Line] {
            try answer.text.split(separator: "\n").map { try JSONDecoder().decode(Line.self, from: Data($0.utf8)) }
        }

        private func next(_ answer: Answer) -> String? {
            guard let link = answer.fields["Link"], link.hasSuffix(">; rel=\"next\"") else { return nil }
            return String(link.dropFirst().prefix { $0 != ">" })
        }

        private func over(_ house: House, driver: String = "ANA") throws -> String {
            let id = try house.start(driver: driver)
            _ = try house.post("/activities/\(id)/end", ["dismissal": "immediate"])
            return id
        }

        @Test func `what is over stands there with its stages, what runs does not`() async throws {
            try await House.open { house in
                let running = try house.start(driver: "RUNNING")
                let id = try house.start(driver: "ANA")
                _ = try house.post("/activities/\(id)/update", ["driverName": "JOHN <3"])
                house.clock.advance(by: 660)
                _ = try house.post("/activities/\(id)/end", ["dismissal": "immediate"])
                let page = try house.get("/history", as: .watcher)
                let text = Markup.text(page.text)
                #expect(page.status == 200 && page.fields["Cache-Control"] == "no-store" && Markup.isFree(page.text))
                #expect(page.text.contains("href=\"/activities/\(id)\"") && !page.text.contains(running))
                for said in ["Today", "2 Pizzas", "Driver", "JOHN <3", "11 min", "Started", "Updated", "Halfway", "Ended"] {
                    #expect(text.contains(said), "\(said)")
                }
                #expect(page.text.contains("data-day=\"2027-01-15\""))
            }
        }

        @Test func `pages join without a gap, and the export's too`() async throws {
            try await House.open { house in
                var started: [String] = []
                for number in 0..<45 {
                    started.append(try over(house, driver: "D\(number)"))
                    if number % 4 == 0 { house.clock.advance(by: 1) }
                }
                var path: String? = "/history"
                var seen: [String] = []
                var counts: [Int] = []
                while let current = path {
                    let page = try house.get(current, as: .watcher).text
                    let ids = page.components(separatedBy: "<article class=\"past-entry\"").dropFirst().compactMap {
                        $0.components(separatedBy: "data-activity=\"").dropFirst().first?.prefix(36)
                    }
                    seen += ids.map(String.init)
                    counts.append(ids.count)
                    #expect(page.contains("Back to the newest") == (counts.count > 1))
                    path = page.components(separatedBy: "\" rel=\"next\"").dropLast().last?.components(separatedBy: "href=\"").last?
                        .replacing("&amp;", with: "&")
                }
                #expect(seen == started.reversed() && counts == [20, 20, 5])
                #expect(try lines(try house.get("/history.jsonl")).map(\.activity.id) == started.reversed())
            }
        }

        @Test func `the export has a line for each with all of its events, and never a push token`() async throws {
            try await House.open { house in
                let id = try over(house)
                for visitor in [House.Visitor.watcher, .operator] {
                    let answer = try house.get("/history.jsonl?kind=pizza-delivery&day=2027-01-15", as: visitor)
                    #expect(answer.status == 200 && answer.fields["Content-Type"] == "application/jsonl" && next(answer) == nil)
                    #expect(
                        answer.fields["Content-Disposition"] == "attachment; filename=\"islet-history-pizza-delivery-2027-01-15.jsonl\"")
                    let line = try #require(try lines(answer).first)
                    #expect(line.activity.id == id && line.activity.activityState == "dismissed" && line.activity.pushToken == nil)
                    #expect(line.events.map(\.event) == ["start", "end", "dismiss"] || line.events.map(\.event) == ["start", "end"])
                    #expect(answer.text.hasSuffix("}\n") && !answer.text.contains("ushToken"))
                }
                #expect(
                    try house.get("/history.jsonl", as: .watcher).fields["Content-Disposition"]?.contains(
                        "islet-history-until-2027-01-15.jsonl") == true)
                #expect(try house.get("/history.jsonl", as: .nobody).status == 401)
            }
        }

        @Test func `an export page ends at its bound of activities, and one more is in the next`() async throws {
            try await House.open { house in
                for _ in 0..<100 { _ = try over(house) }
                #expect(next(try house.get("/history.jsonl")) == nil)
                let first = try over(house)
                let page = try house.get("/history.jsonl?kind=pizza-delivery")
                let rest = try house.get(try #require(next(page)))
                #expect(
                    try lines(page).count == 100 && lines(page).first?.activity.id == first && lines(rest).count == 1 && next(rest) == nil)
            }
        }

        @Test func `what has more events than an export page holds goes on in the next, each event once`() async throws {
            try await House.open { house in
                let other = try over(house)
                house.clock.advance(by: 1)
                let id = try house.start()
                let center = try #require(house.serving?.center)
                for number in 0..<2_000 {
                    _ = try await center.perform(.update(id: id, ContentUpdate(state: .merge(["driverName": .text("D\(number)")]))))
                }
                _ = try house.post("/activities/\(id)/end", ["dismissal": "immediate"])
                let page = try house.get("/history.jsonl")
                let first = try #require(try lines(page).first)
                #expect(try lines(page).count == 1 && first.activity.id == id && first.events.count == 2_000)
                let rest = try lines(try house.get(try #require(next(page))))
                #expect(rest.map(\.activity.id) == [id, other])
                let sequences = first.events.map(\.sequence) + (rest.first?.events.map(\.sequence) ?? [])
                #expect(sequences == Array(Set(sequences)).sorted() && sequences.count >= 2_002)
                let past = try house.get("/history").text
                #expect(past.contains("Newest 50 steps") && past.components(separatedBy: "<b>Updated</b>").count - 1 <= 50)
            }
        }

        @Test func `a day is one of the server's zone`() async throws {
            // It is 08:00 in UTC on 15 January 2027, and 21:00 in Auckland.
            try await House.open({ $0.timeZone = "Pacific/Auckland" }) { house in
                let today = try over(house)
                house.clock.advance(by: 3 * 3_600 + 1)
                let tomorrow = try over(house)
                for (day, id) in [("2027-01-15", today), ("2027-01-16", tomorrow)] {
                    #expect(try lines(try house.get("/history.jsonl?day=\(day)")).map(\.activity.id) == [id], "\(day)")
                    let page = try house.get("/history?day=\(day)").text
                    #expect(page.contains("/activities/\(id)\"") && page.components(separatedBy: "<article").count == 2, "\(day)")
                }
                let page = try house.get("/history?day=2027-01-17").text
                #expect(Markup.text(page).contains("Nothing on that day") && page.contains("href=\"/history\""))
                #expect(Markup.text(try house.get("/history").text).contains("Yesterday"))
            }
        }

        @Test func `what cannot be asked is answered 400 and says what can`() async throws {
            try await House.open { house in
                let bad = [
                    ("day=2026-02-30", "2026-11-30"), ("day=today", "2026-11-30"), ("kind=submarine", "pizza-delivery"),
                    ("after=x", "link"),
                    ("after=1.2.3.4", "link"), ("after=01.2", "link"), ("after=%ff", "per cent"), ("kind=%3Cb%3E", "pizza-delivery"),
                ]
                for (query, said) in bad {
                    let page = try house.get("/history?" + query, as: .watcher)
                    #expect(
                        page.status == 400 && Markup.text(page.text).contains(said) && page.text.contains("href=\"/history\""), "\(query)")
                    let problem = try house.get("/history.jsonl?" + query, as: .watcher)
                    #expect(problem.status == 400 && problem.fields["Content-Type"] == "application/problem+json", "\(query)")
                    #expect(problem.text.contains(said), "\(query)")
                }
                for query in ["kind=&day=&after=", "kind=pizza-delivery&day=", "unheard=of"] {
                    #expect(
                        try house.get("/history?" + query).status == 200 && house.get("/history.jsonl?" + query).status == 200, "\(query)")
                }
                #expect(Markup.text(try house.get("/history").text).contains("Nothing is over yet"))
                #expect(Markup.text(try house.get("/history?after=-1.1").text).contains("That was all"))
            }
        }

        @Test func `what a shop of 100,000 orders a day leaves is forgotten within an hour of each day`() throws {
            guard case .milliseconds(let pause) = Housekeeping.pauses.unfinished else { throw UsageError("a pause in milliseconds") }
            // An order has six events; a step takes some milliseconds beside its pause.
            let steps = 6 * 100_000 / Housekeeping.rowsPerStep
            #expect(steps * (pause + 10) < 3_600_000)
        }

        private func prune(_ house: House) throws { while try house.serving?.housekeeping.prune() == false {} }

        @Test(arguments: [1, 3_650]) func `what is past the retention leaves page and export, is gone as long again, then unknown`(
            days: Int
        ) async throws {
            try await House.open({ $0.retention = days }) { house in
                let id = try over(house)
                let retention = Double(days) * 86_400
                try await house.restart(after: retention - 1)
                try prune(house)
                #expect(try house.get("/history").text.contains(id) && lines(try house.get("/history.jsonl")).count == 1)
                #expect(try house.get("/activities/\(id)").status == 200)
                house.clock.advance(by: 2)
                let later = try over(house, driver: "LATER")
                try prune(house)
                #expect(
                    try !house.get("/history").text.contains(id) && lines(try house.get("/history.jsonl")).map(\.activity.id) == [later])
                let gone = try house.get("/activities/\(id)")
                #expect(gone.status == 410 && gone.text.contains("<!doctype html>"))
                #expect(try house.get("/activities/\(later)").status == 200)
                try await house.restart(after: retention - 2)
                try prune(house)
                #expect(try house.get("/activities/\(id)").status == 410)
                house.clock.advance(by: 2)
                try prune(house)
                #expect(try house.get("/activities/\(id)").status == 404)
            }
        }

        @Test(arguments: [1, 3_650]) func `a start's key is forgotten after a day, whatever the retention`(days: Int) async throws {
            try await House.open({ $0.retention = days }) { house in
                func start() throws -> String? {
                    try house.post(
                        "/activities",
                        [
                            "kind": "pizza-delivery", "numberOfPizzas": "2", "totalAmount": "$20", "driverName": "ANA", "minutes": "20",
                            "idempotencyKey": "key",
                        ]
                    ).location?.prefix { $0 != "?" }.description
                }
                let first = try start()
                house.clock.advance(by: 86_000)
                try prune(house)
                #expect(try start() == first)
                house.clock.advance(by: 401)
                try prune(house)
                #expect(try start() != first)
            }
        }

        @Test func `an open activity page is told each step of its history`() async throws {
            try await House.open { house in
                let id = try house.start(driver: "ANA")
                let page = try house.get("/activities/\(id)", as: .nobody).text
                #expect(page.contains("<ol class=\"history-lines\" id=\"history-\(id)\""))
                let stream = try house.events("/activities/\(id)/events", as: .nobody)
                _ = stream.step()
                _ = try house.post("/activities/\(id)/update", ["driverName": "JOHN"])
                let put = try #require(stream.next("put"))
                #expect(put.data.contains("id=\"history-\(id)\"") && put.data.contains("Driver: JOHN"))
            }
        }
    }
}
