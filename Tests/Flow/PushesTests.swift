import Activities
import Foundation
import HTTP
import Testing

@testable import islet

extension FlowTests {
    /// The push log's page and its stream.
    @Suite struct PushLogPages {
        /// Kept and announced, as a push's answer does it.
        private func keep(_ house: House, _ receipts: PushReceipt...) throws {
            _ = try house.serving.pushLog.keep(receipts)
            house.serving.pushLogHasChanged()
        }

        private func receipt(
            _ outcome: String, activity: String? = nil, status: Int = 200, reason: String? = nil, changed: Bool = false, at date: Date
        ) -> PushReceipt {
            PushReceipt(
                date: date, activityID: activity, kind: activity == nil ? nil : "pizza-delivery", event: "update", size: 812, status: status,
                reason: reason, apnsID: "E6F1A2B3-0000-4000-8000-000000000000", outcome: outcome, changed: changed)
        }

        /// The ids of the page's rows, in order.
        private func rows(_ page: String) -> [String] {
            page.components(separatedBy: " id=\"").dropFirst().map { String($0.prefix { $0 != "\"" }) }.filter { $0.hasPrefix("push-") }
        }

        @Test func `each push says when it came, whose it was, how it was answered and what became of it`() async throws {
            try await House.open { house in
                let id = try house.start()
                let now = house.clock.now
                try keep(house, receipt("Updated: driverName.", activity: id, changed: true, at: now))
                try keep(house, receipt("The same as before.", activity: id, at: now))
                try keep(house, receipt("No activity has this token <&.", status: 400, reason: "BadDeviceToken", at: now))
                let answer = try house.get("/pushes")
                #expect(answer.status == 200 && answer.fields["Cache-Control"] == "no-store")
                #expect(rows(answer.text) == ["push-3", "push-2", "push-1"])
                let parts = answer.text.components(separatedBy: "<li class=\"push").dropFirst().map { String($0) }
                let texts = parts.map { Markup.text("<li class=\"push" + $0.prefix { $0 != "\u{0}" }) }
                #expect(texts[0].contains("Unknown token") && texts[0].contains("Answered 400 BadDeviceToken"))
                #expect(texts[0].contains("No activity has this token <&.") && !texts[0].contains("Nothing changed"))
                #expect(parts[0].hasPrefix(" push-refused\"") && parts[0].contains("#icon-warning") && !parts[0].contains("href=\"/activities"))
                #expect(texts[1].contains("Pizza delivery update") && texts[1].contains("Nothing changed") && texts[1].contains("Answered 200"))
                #expect(texts[2].contains("Updated: driverName.") && !texts[2].contains("Nothing changed") && texts[2].contains("812 bytes"))
                for part in parts.suffix(2) { #expect(part.hasPrefix("\"") && part.contains("href=\"/activities/\(id)\"")) }
                #expect(parts[2].contains("<time class=\"push-time\" datetime=\"\(ISO8601.string(now))\" title=\"2027-01-15 08:00:00\""))
                #expect(answer.text.contains("data-revision=\"\(house.serving.center.epoch)-3\" data-connection"))
                #expect(answer.text.contains("data-stream=\"/events?page=pushes\"") && Markup.isFree(answer.text))
            }
        }

        @Test func `an empty log says how to send the first push, with a line that fits a shell`() async throws {
            try await House.open { house in
                let page = try house.get("/pushes").text
                let text = Markup.text(page)
                let token = try #require(house.serving.center.pushToStartTokens["pizza-delivery"])
                #expect(text.contains("No push yet") && text.contains("pushToken") && text.contains("GET /api/kinds"))
                #expect(text.contains("curl -i -H 'apns-push-type: liveactivity' \\\n"))
                #expect(text.contains("  http://127.0.0.1:\(house.port)/3/device/\(token)\n"))
                #expect(page.contains("<details class=\"push-help\" open>"))
                let line = try #require(text.components(separatedBy: "-d '").last?.prefix { $0 != "'" })
                let payload = try JSON(bytes: line.utf8)
                let range = payload["aps"]?["content-state"]?["estimatedDeliveryTime"]
                let lower = Int64(house.clock.now.timeIntervalSinceReferenceDate)
                #expect(range == .array([.integer(lower), .integer(lower + 900)]))
                #expect(payload["aps"]?["attributes-type"]?.string == "PizzaDeliveryAttributes")
                try keep(house, receipt("Any.", at: house.clock.now))
                #expect(try house.get("/pushes").text.contains("<details class=\"push-help\">"))
            }
        }

        @Test func `fifty stand on a page, and a link leads on to the older ones`() async throws {
            try await House.open { house in
                for number in 1...101 { try keep(house, receipt("\(number)", at: house.clock.now)) }
                let first = try house.get("/pushes").text
                #expect(rows(first).filter { $0 != "push-log" } == (52...101).reversed().map { "push-\($0)" })
                #expect(first.contains("href=\"/pushes?before=52\""))
                let second = try house.get("/pushes?before=52").text
                #expect(rows(second) == (2...51).reversed().map { "push-\($0)" })
                #expect(second.contains("href=\"/pushes?before=2\"") && second.contains("href=\"/pushes\"") && !second.contains("data-stream="))
                let third = try house.get("/pushes?before=2").text
                #expect(rows(third) == ["push-1"] && !third.contains("before="))
                #expect(Markup.text(try house.get("/pushes?before=1").text).contains("Nothing older"))
                #expect(try house.get("/pushes?before=18446744073709551615").status == 200)
                for bad in ["", "x", "-1", "+1", "1.0", "18446744073709551616"] {
                    #expect(try house.get("/pushes?" + Form([.init("before", bad)]).encoded).status == 400, "\(bad)")
                }
            }
        }

        @Test func `the page and its stream are the operator's, in navigation too`() async throws {
            try await House.open { house in
                let unknown = try house.get("/pushes", as: .nobody)
                #expect(unknown.status == 303 && unknown.location == "/login?next=%2Fpushes")
                #expect(try house.get("/pushes", as: .watcher).status == 403)
                for method in ["GET", "HEAD"] {
                    #expect(try house.ask(method, "/events?page=pushes", as: .nobody).status == 401)
                    #expect(try house.ask(method, "/events?page=pushes", as: .watcher).status == 403)
                    #expect(try house.ask(method, "/events?page=pushes").status == 200)
                }
                #expect(try house.get("/").text.contains("<a href=\"/pushes\">Pushes</a>"))
                #expect(!(try house.get("/", as: .watcher).text.contains("/pushes")))
                #expect(try house.get("/pushes").text.contains("<a href=\"/pushes\" aria-current=\"page\">"))
            }
        }

        @Test func `a push appears on the stream, and one falls off a full page`() async throws {
            try await House.open { house in
                let now = house.clock.now
                let reader = try house.events("/events?page=pushes")
                let hello = try #require(reader.next())
                #expect(hello.name == "hello" && hello.data.contains("\"revision\":\"\(house.serving.center.epoch)-0\""))
                #expect(reader.step().map(\.name) == ["reset", "put"])
                try keep(house, receipt("First.", at: now))
                let first = reader.step()
                #expect(first.map(\.name) == ["put", "put"] && first[0].data.contains("id=\"push-1\"") && first[0].data.contains("First."))
                #expect(first[0].data.contains("data-into=\"pushes\" data-order=\"18446744073709551614\""))
                #expect(reader.lastEventID == "\(house.serving.center.epoch)-1")
                for number in 2...51 {
                    try keep(house, receipt("\(number)", at: now))
                    while reader.lastEventID != "\(house.serving.center.epoch)-\(number)" { _ = try #require(reader.next()) }
                }
                try keep(house, receipt("Next.", at: now))
                let next = reader.step()
                #expect(next.map(\.name) == ["put", "remove", "put"] && next[1].data == "push-2")
                #expect(next[2].data.contains("href=\"/pushes?before=3\""))
            }
        }

        @Test func `a known position gets what it missed, any other the whole page`() async throws {
            try await House.open { house in
                for number in 1...3 { try keep(house, receipt("\(number)", at: house.clock.now)) }
                let epoch = house.serving.center.epoch
                func names(after id: String?, _ path: String = "/events?page=pushes") throws -> [String] {
                    try house.events(path, after: id).step().map(\.name)
                }
                #expect(try names(after: "\(epoch)-2") == ["hello", "put", "put"])
                #expect(try names(after: nil, "/events?page=pushes&last-event-id=\(epoch)-1") == ["hello", "put", "put", "put"])
                for bad in ["x", "\(epoch)-4", "\(epoch)--1", "0000000000000000-1", nil] {
                    #expect(try names(after: bad) == ["hello", "reset", "put", "put", "put", "put"], "\(bad ?? "none")")
                }
                try await house.restart(after: 1)
                #expect(try names(after: "\(epoch)-2") == ["hello", "put", "put"])
            }
        }

        @Test func `whoever deletes an activity takes its pushes from open pages`() async throws {
            try await House.open { house in
                let id = try house.start()
                try keep(house, receipt("Mine.", activity: id, at: house.clock.now), receipt("Other.", at: house.clock.now))
                let reader = try house.events("/events?page=pushes")
                _ = reader.step()
                _ = try await house.serving.center.perform(.delete(id: id))
                let step = reader.step()
                #expect(step.first == EventReader.Event(name: "reset", data: "push-2\npushes-older", id: nil))
                #expect(!(try house.get("/pushes").text.contains("Mine.")))
            }
        }

        @Test func `what is beyond retention goes from open pages`() async throws {
            try await House.open({ $0.retention = 1 }) { house in
                try keep(house, receipt("Old.", at: house.clock.now))
                house.clock.advance(by: 86_400 - 60)
                try keep(house, receipt("New.", at: house.clock.now))
                let reader = try house.events("/events?page=pushes")
                #expect(reader.next()?.name == "hello")
                #expect(reader.step().first?.data == "push-2\npush-1\npushes-older")
                house.clock.advance(by: 120)
                #expect(try house.serving.housekeeping.prune())
                #expect(reader.next() == EventReader.Event(name: "reset", data: "push-2\npushes-older", id: nil))
                #expect(!(try house.get("/pushes").text.contains("Old.")))
            }
        }

        @Test func `the log and activities have different orders, and are not mixed on one stream`() async throws {
            try await House.open { house in
                let id = try house.start()
                let answer = try house.get("/events?page=pushes&activity=\(id)")
                #expect(answer.status == 400 && answer.text.contains("order of its own"))
                #expect(try house.get("/events?page=pushes&activity=\(id)", as: .watcher).status == 403)
            }
        }
    }
}
