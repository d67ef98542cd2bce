import Activities
import Foundation
import HTTP
import Testing

@testable import islet

extension FlowTests {
    /// The JSON streams: a log that skips nothing (http.md, "Live streams").
    @Suite struct LogStreams {
        static let whole = "/api/events"
        static func own(_ id: String) -> String { "/api/activities/\(id)/events" }

        @Test func `without a position comes the whole state, then everything as it happens`() async throws {
            try await House.open { house in
                let (old, other) = (try house.start(driver: "OLD"), try house.start(driver: "OTHER"))
                let reader = try house.events(Self.whole)
                #expect(reader.head.status == 200 && reader.head.fields["Content-Type"]?.hasPrefix("text/event-stream") == true)
                #expect(reader.head.fields["Cache-Control"] == "no-cache, no-transform")
                #expect(reader.head.fields["X-Accel-Buffering"] == "no")
                let reset = try #require(reader.next())
                #expect(reader.retry != nil && reset.name == "reset" && reset.id == house.position)
                #expect(try reset.json["activities"]?.ids == [old, other])
                let new = try house.start(driver: "NEW")
                #expect(try house.post("/activities/\(old)/update", ["driverName": "JOHN"]).status == 303)
                #expect(try house.post("/settings", ["timeZone": "Europe/Berlin"]).status == 303)
                #expect(try house.post("/activities/\(other)/end", ["dismissal": "default"]).status == 303)
                #expect(try house.post("/activities/\(other)/dismiss").status == 303)
                let events = (0..<5).compactMap { _ in reader.next() }
                #expect(events.map(\.name) == ["start", "update", "settings", "end", "dismiss"])
                #expect(events.map(\.sequence) == Array(3...7).map(Optional.some))
                let told = try events.map { try $0.json }
                #expect(told.map { $0["id"]?.string } == [new, old, nil, other, other])
                #expect(told[0]["event"]?.string == "start" && told[0]["sequence"]?.integer == 3)
                #expect(told[0]["at"]?.string == ISO8601.string(house.clock.now))
                #expect(told[1]["activity"]?["content"]?["state"]?["driverName"]?.string == "JOHN")
                #expect(told[2]["settings"]?["timeZone"]?.string == "Europe/Berlin")
                #expect(told[4]["activity"]?["activityState"]?.string == "dismissed")
            }
        }

        @Test func `after a position comes exactly what was missed, each once and in order, also over a restart`() async throws {
            try await House.open { house in
                let (id, other) = (try house.start(), try house.start())
                let whole = try house.events(Self.whole)
                let own = try house.events(Self.own(id), as: .nobody)
                _ = (whole.next(), own.next())
                let position = try #require(whole.lastEventID)
                #expect(own.lastEventID == position)
                for driver in ["ONE", "TWO"] {
                    for activity in [id, other] { _ = try house.post("/activities/\(activity)/update", ["driverName": driver]) }
                }
                for isAfterRestart in [false, true] {
                    if isAfterRestart { try await house.restart(after: 1) }
                    let all = try house.events(Self.whole, after: position)
                    let missed: [UInt64] = isAfterRestart ? [3, 4, 5, 6, 7] : [3, 4, 5, 6]
                    #expect(missed.indices.compactMap { _ in all.next()?.sequence } == missed)
                    let mine = try house.events(Self.own(id), as: .nobody, after: position)
                    let own = missed.filter { $0 % 2 == 1 }
                    #expect(own.indices.compactMap { _ in mine.next()?.sequence } == own)
                    // Nothing was left behind them: the next thing that happens is the next thing told.
                    _ = try house.post("/activities/\(id)/update", ["driverName": "LATER \(isAfterRestart)"])
                    #expect(all.next()?.data.contains("LATER \(isAfterRestart)") == true)
                    #expect(mine.next()?.data.contains("LATER \(isAfterRestart)") == true)
                }
            }
        }

        @Test func `a mangled, foreign or future position starts anew, and the header wins over the query`() async throws {
            try await House.open { house in
                let id = try house.start()
                let good = house.position
                _ = try house.post("/activities/\(id)/update", ["driverName": "NEW"])
                for path in [Self.whole, Self.own(id)] {
                    for bad in ["x", "-", "\(house.epoch)-", "\(house.epoch)-3", "\(house.epoch)-1e0", "0000000000000000-1"] {
                        #expect(try house.events(path, after: bad).next()?.name == "reset", "\(bad)")
                    }
                    #expect(try house.events(path + "?last-event-id=\(good)").next()?.name == "update")
                    #expect(try house.events(path + "?last-event-id=\(good)", after: "x").next()?.name == "reset")
                    #expect(try house.events(path + "?last-event-id=x", after: good).next()?.name == "update")
                }
            }
        }

        @Test func `the log of one activity ends once it is dismissed, and then it is 204`() async throws {
            try await House.open { house in
                for ending in ["immediate", "default"] {
                    let id = try house.start()
                    let path = Self.own(id)
                    let reader = try house.events(path, as: .nobody)
                    _ = reader.next()
                    let before = try #require(reader.lastEventID)
                    _ = try house.post("/activities/\(id)/end", ["dismissal": ending])
                    #expect(reader.next()?.name == "end")
                    if ending == "default" {
                        #expect(try house.ask("HEAD", path, as: .nobody).status == 200)
                        _ = try house.post("/activities/\(id)/dismiss")
                        #expect(reader.next()?.name == "dismiss")
                    }
                    #expect(reader.next() == nil && reader.isComplete)
                    let after = try #require(reader.lastEventID)
                    for method in ["GET", "HEAD"] {
                        #expect(try house.ask(method, path, as: .nobody).status == 204)
                        #expect(try house.ask(method, path, as: .nobody, ["Last-Event-ID: \(after)"]).status == 204)
                        #expect(try house.ask(method, path, as: .nobody, ["Last-Event-ID: x"]).status == 204)
                        let late = try house.ask(method, path, as: .nobody, ["Last-Event-ID: \(before)"])
                        #expect(late.status == 200 && late.fields["Content-Type"]?.hasPrefix("text/event-stream") == true)
                    }
                    let late = try house.events(path, as: .nobody, after: before)
                    #expect(late.next()?.name == "end")
                    if ending == "default" { #expect(late.next()?.name == "dismiss") }
                    #expect(late.next() == nil && late.isComplete)
                }
            }
        }

        @Test func `a deleted one is told to who reads, ends its own log, and is nothing any more`() async throws {
            try await House.open { house in
                let id = try house.start(driver: "SECRET")
                let (whole, own) = (try house.events(Self.whole), try house.events(Self.own(id), as: .nobody))
                _ = (whole.next(), own.next())
                let position = try #require(whole.lastEventID)
                _ = try house.post("/activities/\(id)/update", ["driverName": "SECRET TOO"])
                _ = try await house.serving.center.perform(.delete(id: id))
                for reader in [whole, own] {
                    let seen = reader.next("delete")
                    #expect(try seen?.json["id"]?.string == id)
                    #expect(seen?.data.contains("SECRET") == false)
                }
                #expect(own.next() == nil && own.isComplete)
                // Who comes back from before it learns of nothing but the deletion.
                #expect(try house.events(Self.whole, after: position).next()?.name == "delete")
                for method in ["GET", "HEAD"] {
                    let answer = try house.ask(method, Self.own(id), as: .nobody, ["Last-Event-ID: \(position)"])
                    #expect(answer.status == 404 && answer.fields["Content-Type"] == "application/problem+json")
                }
            }
        }

        @Test func `beyond retention an activity is gone, and an old position starts anew`() async throws {
            try await House.open({ $0.retention = 1 }) { house in
                let id = try house.start()
                let old = house.position
                _ = try house.post("/activities/\(id)/end", ["dismissal": "immediate"])
                try await house.restart(after: 86_400 + 60)
                let kept = try house.start(driver: "KEPT")
                try await eventually { try house.ask("HEAD", Self.own(id), as: .nobody).status == 410 }
                let answer = try house.get(Self.own(id), as: .nobody)
                #expect(answer.status == 410 && answer.fields["Content-Type"] == "application/problem+json")
                let reset = try #require(try house.events(Self.whole, after: old).next())
                #expect(reset.name == "reset" && reset.id == house.position)
                #expect(try reset.json["activities"]?.ids == [kept])
            }
        }

        @Test func `who is refused reads why as a program does`() async throws {
            try await House.open { house in
                let id = try house.start()
                for (visitor, status) in [(House.Visitor.nobody, 401), (.watcher, 403)] {
                    let answer = try house.get(Self.whole, as: visitor)
                    #expect(answer.status == status && answer.fields["Content-Type"] == "application/problem+json")
                }
                #expect(try house.get(Self.own(id), as: .nobody).status == 200)
            }
        }

        @Test func `who is thousands of events behind gets them all in order while new ones come in`() async throws {
            try await House.open { house in
                let ids = try (0..<4).map { _ in try house.start() }
                let position = house.position
                let first = house.revision
                try await house.update(ids, times: 3000)
                let late = try house.events(Self.whole, after: position)
                var seen: [UInt64] = []
                while seen.count < 1000, let sequence = late.next()?.sequence { seen.append(sequence) }
                try await house.update(ids, times: 500)
                while seen.count < 3500, let sequence = late.next()?.sequence { seen.append(sequence) }
                #expect(seen == Array(first + 1...house.revision))
            }
        }

        @Test func `who does not read holds up nobody, and misses nothing`() async throws {
            try await House.open { house in
                let ids = try (0..<4).map { _ in try house.start() }
                let first = house.revision
                let slow = try house.events(Self.whole, receiveBuffer: 8192)
                let quick = try house.events(Self.whole)
                _ = quick.next()
                // Two megabytes: far more than waits in the kernel for one who does not read.
                let count = 2_400
                var seen: [UInt64] = []
                for _ in 0..<12 {
                    try await house.update(ids, times: count / 12)
                    while seen.count < house.revision - first, let sequence = quick.next()?.sequence { seen.append(sequence) }
                }
                #expect(seen == Array(first + 1...house.revision))
                #expect(slow.next()?.name == "reset")
                var late: [UInt64] = []
                while late.count < count, let sequence = slow.next()?.sequence { late.append(sequence) }
                #expect(late == seen)
            }
        }

        @Test func `no push token is ever in a stream`() async throws {
            try await House.open { house in
                let id = try house.start()
                let center = house.serving.center
                var tokens = [try #require(center.board.activity(id)?.pushToken)]
                let whole = try house.events(Self.whole)
                let own = try house.events(Self.own(id))
                var text = (whole.next()?.data ?? "") + (own.next()?.data ?? "")
                _ = try await center.perform(.rotateToken(id: id))
                tokens.append(try #require(center.board.activity(id)?.pushToken))
                _ = try house.post("/activities/\(id)/update", ["driverName": "JOHN"])
                _ = try house.post("/activities/\(id)/end", ["dismissal": "immediate"])
                while let event = own.next() { text += event.data }
                while let event = whole.next() {
                    text += event.data
                    if event.name == "end" { break }
                }
                #expect(text.contains(id) && !text.contains("pushToken") && Set(tokens).count == 2)
                for token in tokens { #expect(!text.contains(token)) }
            }
        }
    }
}
