import Activities
import Foundation
import HTTP
import Testing

@testable import islet

extension FlowTests {
    /// What a reconnecting browser gets (http.md, "Live streams").
    @Suite struct Streams {
        @Test func `a restart keeps everything, and what fell due meanwhile happened in order at its own instant`() async throws {
            try await House.open { house in
                let started = house.clock.now
                let id = try house.start(minutes: "10")
                let brief = try house.start(minutes: "60")
                #expect(try house.post("/activities/\(brief)/end", ["dismissal": "after", "minutes": "5"]).status == 303)
                let epoch = house.serving.center.epoch
                let revision = house.serving.center.board.revision
                try await house.restart(after: 900)
                let record = try #require(house.serving.center.board.activity(id))
                #expect(record.flips == [.midpoint, .end] && record.activityState == .active)
                #expect(try house.get("/activities/\(brief)", as: .nobody).text.contains("data-state=\"dismissed\""))
                #expect(house.serving.center.epoch == epoch && house.serving.center.board.revision == revision + 3)
                let page = try house.get("/activities/\(id)").text
                #expect(page.contains("<b>Halfway</b> <time datetime=\"\(ISO8601.string(started + 300))\""))
                #expect(page.contains("<b>Delivered</b> <time datetime=\"\(ISO8601.string(started + 600))\""))
                let over = try house.get("/activities/\(brief)").text
                #expect(over.contains("<b>Put away</b> <time datetime=\"\(ISO8601.string(started + 300))\""))
            }
        }

        @Test func `a position from before a restart gets exactly what changed since`() async throws {
            try await House.open { house in
                let quiet = try house.start(driver: "QUIET", minutes: "300")
                let busy = try house.start(driver: "BUSY", minutes: "10")
                let reader = try house.events("/activities/\(busy)/events", as: .nobody)
                let both = try house.events("/events?activity=\(quiet)&activity=\(busy)", as: .nobody)
                _ = (reader.step(), both.step(), both.step())
                let position = try #require(reader.lastEventID)
                try await house.restart(after: 301)
                let own = try house.events("/activities/\(busy)/events", as: .nobody, after: position)
                #expect(own.step().map(\.name) == ["hello", "put"])
                let shared = try house.events("/events?activity=\(quiet)&activity=\(busy)", as: .nobody, after: position)
                let step = shared.step()
                #expect(step.map(\.name) == ["hello", "put"] && step[1].data.contains("BUSY") && !step[1].data.contains("QUIET"))
            }
        }

        @Test func `a mangled, foreign, old or future position starts anew, and the header wins over the query`() async throws {
            try await House.open { house in
                let id = try house.start()
                let path = "/activities/\(id)/events"
                let first = try house.events(path, as: .nobody)
                _ = first.step()
                let good = try #require(first.lastEventID)
                let epoch = house.serving.center.epoch
                for bad in [
                    "x", "\(epoch)", "\(epoch)-", "\(epoch)--1", "\(epoch)-1e3", "\(epoch)-99999999999999999999", "\(epoch)-999",
                    "0000000000000000-1", "-1",
                ] {
                    let reader = try house.events(path, as: .nobody, after: bad)
                    #expect(reader.step().map(\.name) == ["hello", "reset", "put"], "\(bad)")
                }
                _ = try house.post("/activities/\(id)/update", ["driverName": "NEW"])
                #expect(try house.events(path + "?last-event-id=\(good)", as: .nobody).step().map(\.name) == ["hello", "put"])
                #expect(
                    try house.events(path + "?last-event-id=\(good)", as: .nobody, after: "x").step().map(\.name) == [
                        "hello", "reset", "put",
                    ])
                #expect(try house.events(path + "?last-event-id=x", as: .nobody, after: good).step().map(\.name) == ["hello", "put"])
            }
        }

        @Test func `once dismissed a stream says 204, after what was missed`() async throws {
            try await House.open { house in
                let id = try house.start()
                let other = try house.start()
                let path = "/activities/\(id)/events"
                let reader = try house.events(path, as: .nobody)
                _ = reader.step()
                let before = try #require(reader.lastEventID)
                #expect(try house.ask("HEAD", path, as: .nobody).status == 200)
                _ = try house.post("/activities/\(id)/end", ["dismissal": "immediate"])
                #expect(reader.step().map(\.name) == ["put"] && reader.next() == nil && reader.isComplete)
                let after = try #require(reader.lastEventID)
                for method in ["GET", "HEAD"] {
                    #expect(try house.ask(method, path, as: .nobody).status == 204)
                    #expect(try house.ask(method, path, as: .nobody, ["Last-Event-ID: \(after)"]).status == 204)
                    #expect(try house.ask(method, path, as: .nobody, ["Last-Event-ID: \(before)"]).status == 200)
                    #expect(try house.ask(method, "/events?activity=\(id)&activity=\(other)", as: .nobody).status == 200)
                }
                let late = try house.events(path, as: .nobody, after: before)
                #expect(late.step().map(\.name) == ["hello", "put"] && late.next() == nil && late.isComplete)
                let page = try house.get("/activities/\(id)", as: .nobody)
                #expect(page.status == 200 && page.text.contains("data-state=\"dismissed\"") && !page.text.contains("data-stream="))
            }
        }

        @Test func `beyond retention an activity is gone, then unknown`() async throws {
            try await House.open({ $0.retention = 1 }) { house in
                let id = try house.start()
                _ = try house.post("/activities/\(id)/end", ["dismissal": "immediate"])
                try await house.restart(after: 86_400 + 60)
                try await eventually { try house.get("/activities/\(id)", as: .nobody).status == 410 }
                for method in ["GET", "HEAD"] {
                    #expect(try house.ask(method, "/activities/\(id)", as: .nobody).status == 410)
                    #expect(try house.ask(method, "/activities/\(id)/events", as: .nobody).status == 410)
                    #expect(try house.ask(method, "/events?activity=\(id)", as: .nobody).status == 410)
                }
                try await house.restart(after: 86_400)
                try await eventually { try house.get("/activities/\(id)", as: .nobody).status == 404 }
                #expect(try house.get("/activities/\(id)/events", as: .nobody).status == 404)
            }
        }

        @Test func `unknown activities are 404, and one stream carries fifty at most`() async throws {
            try await House.open { house in
                let id = try house.start()
                let unknown = "00000000-0000-4000-8000-000000000000"
                for method in ["GET", "HEAD"] {
                    for path in [
                        "/activities/\(unknown)", "/activities/\(unknown)/events", "/events?activity=\(unknown)",
                        "/activities/\(id.uppercased())", "/activities/\(unknown)/journey.svg",
                    ] {
                        #expect(try house.ask(method, path, as: .nobody).status == 404, "\(method) \(path)")
                    }
                }
                #expect(try house.events("/events?activity=\(unknown)&activity=\(id)", as: .nobody).step().count == 3)
                let fifty = Array(repeating: "activity=\(id)", count: 50).joined(separator: "&")
                #expect(try house.get("/events?" + fifty, as: .nobody).status == 200)
                #expect(try house.get("/events?" + fifty + "&activity=\(id)", as: .nobody).status == 400)
                #expect(try house.get("/events?page=nothing").status == 400)
            }
        }

        @Test func `a logout ends the streams of its session, and no other`() async throws {
            try await House.open { house in
                let (mine, others) = (try house.logIn(.operator), try house.logIn(.operator))
                let ended = try house.events("/events", as: .nobody, after: nil, mine)
                let kept = try house.events("/events", as: .nobody, after: nil, others)
                _ = (ended.step(), kept.step())
                let answer = try house.post("/logout", as: .nobody, mine, house.origin)
                #expect(answer.status == 303 && answer.fields["Set-Cookie"]?.contains("Max-Age=0") == true)
                while ended.next() != nil {}
                #expect(ended.isComplete)
                #expect(try house.get("/", as: .nobody, mine).location?.hasPrefix("/login") == true)
                let id = try house.start()
                #expect(kept.next("put").map { $0.data.contains(id) || kept.next("put")?.data.contains(id) == true } == true)
            }
        }

        @Test func `a server that stops ends its streams with a complete final chunk`() async throws {
            let reader = try await House.open { house in
                let reader = try house.events("/events")
                _ = reader.step()
                return reader
            }
            while reader.next() != nil {}
            #expect(reader.isComplete)
        }
    }
}

/// Looks again and again, for ten seconds at most.
func eventually(_ condition: () throws -> Bool) async throws {
    let end = ContinuousClock.now + .seconds(10)
    while ContinuousClock.now < end {
        if try condition() { return }
        await Task.yield()
    }
    Issue.record("it did not become so within ten seconds")
}
