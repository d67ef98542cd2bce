import Activities
import Answers
import Foundation
import HTTP
import Routing
import Store
import Synchronization
import Testing

@testable import Gateway

@Suite struct LogStreamsTests {
    static let whole = "/api/events"
    static let own = "/api/activities/{id}/events"

    private func begins(_ response: Response) throws -> (events: [LogEvent], stream: EventStream) {
        guard case .stream(let stream) = response.body else { throw LogHouseError.noStream }
        return (try LogEvent.read(stream.preamble).filter { !$0.name.isEmpty }, stream)
    }

    @Test("who reads what: everything is the operator's, one activity is whose link it is")
    func routes() throws {
        let routes = try LogHouse().streams.routes.map { "\($0.method.rawValue) \($0.pattern) \($0.role)" }
        #expect(routes == ["GET /api/events operator", "GET /api/activities/{id}/events link"])
    }

    @Test("a known position goes on from there, with no reset; any other starts anew")
    func positions() async throws {
        let house = try LogHouse()
        let id = try await house.start()
        let (epoch, newest) = (house.center.epoch, house.revision.sequence)
        for (path, activity) in [(Self.whole, nil), (Self.own, id)] {
            let known = try begins(try await house.ask(path, activity, after: "\(epoch)-\(newest)"))
            #expect(known.events.isEmpty && known.stream.cursor == Cursor(newest))
            for other in [nil, "", "x", "\(epoch)-\(newest + 1)", "\(epoch)-01", "0000000000000000-1", "\(newest)"] {
                let fresh = try begins(try await house.ask(path, activity, after: other))
                #expect(fresh.events.map(\.name) == ["reset"] && fresh.stream.cursor == Cursor(newest), "\(other ?? "none")")
                #expect(String(decoding: fresh.stream.preamble, as: UTF8.self).hasPrefix("retry: "))
            }
        }
    }

    @Test("once dismissed a reader who knows it gets 204, and one who does not gets what it missed and the end")
    func dismissed() async throws {
        let house = try LogHouse()
        let id = try await house.start()
        let before = "\(house.center.epoch)-\(house.revision.sequence)"
        try await house.end(id)
        let after = "\(house.center.epoch)-\(house.revision.sequence)"
        for position in [nil, after, "x"] {
            #expect(try await house.ask(Self.own, id, after: position).status == .noContent)
        }
        let late = try begins(try await house.ask(Self.own, id, after: before)).stream
        let frame = try #require(late.source.frame(after: late.cursor))
        #expect(try LogEvent.read(frame.payload).map(\.name) == ["end"] && frame.isLast)
    }

    @Test("one that is dismissed between the answer and the subscription is told so, and the stream ends")
    func dismissedMeanwhile() async throws {
        let house = try LogHouse()
        let id = try await house.start()
        let stream = try begins(try await house.ask(Self.own, id)).stream
        try await house.end(id)
        let frame = try #require(stream.source.frame(after: stream.cursor))
        #expect(try LogEvent.read(frame.payload).map(\.name) == ["end"] && frame.isLast)
    }

    @Test("a dismissed one whose past is beyond the horizon is told as it was in the end, then the stream ends")
    func beyondTheHorizon() async throws {
        let house = try LogHouse()
        let id = try await house.start()
        let before = "\(house.center.epoch)-\(house.revision.sequence)"
        house.clock.advance(by: 60)
        try await house.end(id)
        _ = try house.store.prune(olderThan: house.clock.now - 30, now: house.clock.now)
        #expect(try house.store.horizon() == 1)
        // The horizon is the start itself: what came after it is all there.
        let known = try begins(try await house.ask(Self.own, id, after: before))
        #expect(known.events == [])
        let older = try begins(try await house.ask(Self.own, id, after: "\(house.center.epoch)-0"))
        #expect(older.events.map(\.name) == ["reset"])
        let activity = older.events[0].data["activities"]
        #expect(activity?.ids == [id])
        let last = try #require(older.stream.source.frame(after: older.stream.cursor))
        #expect(last.isLast && last.payload.isEmpty)
    }

    @Test("unknown and deleted ones are refused")
    func unknown() async throws {
        let house = try LogHouse()
        let id = try await house.start()
        _ = try await house.center.perform(.delete(id: id))
        for id in [id, "00000000-0000-4000-8000-000000000000"] {
            await #expect(throws: ActivityError.self) { try await house.ask(Self.own, id) }
        }
    }

    @Test("readers of the same share one source and each step; who reads nothing costs nothing")
    func sharing() async throws {
        let house = try LogHouse()
        let id = try await house.start()
        let cursor = house.revision
        do {
            let (first, second) = (house.sources.source(.whole), house.sources.source(.whole))
            #expect(first === second && house.sources.source(.activity(id)) === house.sources.source(.activity(id)))
            try await house.update(id, times: 1)
            house.sources.ring([id])
            #expect(first.frame(after: cursor) != nil && first.frame(after: cursor) === second.frame(after: cursor))
            #expect(house.sources.count == 1)
        }
        #expect(house.sources.count == 0)
    }

    @Test("a turn wakes who reads everything and who reads of what it changed, and nobody else")
    func rings() async throws {
        let house = try LogHouse()
        let (id, other) = (try await house.start(), try await house.start())
        let rung = Counts()
        let sources = [LogSources.Key.whole, .activity(id), .activity(other)].map { house.sources.source($0) }
        for (index, source) in sources.enumerated() { source.attach(Bell { rung.add(index) }) }
        house.sources.ring([id])
        #expect(rung.all == [0: 1, 1: 1])
        house.sources.ring([])
        #expect(rung.all == [0: 2, 1: 1])
    }

    @Test("who is pages behind is brought on by rings of the source's own, as far as what is published and no further")
    func catchingUp() async throws {
        let house = try LogHouse()
        let id = try await house.start()
        let start = house.revision
        try await house.update(id, times: 3 * LogPage.limit + 1)
        let rung = Counts()
        let source = house.sources.source(.whole)
        let bell = Bell { rung.add(0) }
        source.attach(bell)
        var cursor: Cursor? = start
        var told: [UInt64] = []
        var looks = 0
        // A loop looks once, and then once for each ring.
        repeat {
            rung.clear()
            looks += 1
            guard let frame = source.frame(after: cursor) else { continue }
            told += try LogEvent.read(frame.payload).compactMap(\.sequence)
            cursor = frame.cursor
        } while rung.all[0] != nil
        #expect(told == Array(start.sequence + 1...house.revision.sequence))
        #expect(cursor == house.revision && looks < 12)
        source.detach(bell)
        _ = source.frame(after: start)
        #expect(rung.all == [:])
    }

    @Test("a log that cannot be read is reported, and tried again at the next look")
    func unreadable() throws {
        let house = try LogHouse()
        let source = house.sources.source(.activity("00000000-0000-4000-8000-000000000000"))
        for looks in 1...2 {
            #expect(source.frame(after: nil) == nil)
            #expect(house.lines.all.count == looks)
        }
    }

    @Test("what fails again and again is said once a minute, with how often it was not said")
    func repeatedFailures() {
        let (clock, lines) = (LogClock(), LogLines())
        let failed = RepeatedFailures("it failed", clock: { clock.now }) { lines.append($0) }
        for _ in 0..<3 { failed(LogHouseError.noStream) }
        clock.advance(by: RepeatedFailures.pause - 1)
        failed(LogHouseError.noStream)
        #expect(lines.all == ["it failed: noStream"])
        clock.advance(by: 1)
        failed(LogHouseError.noStream)
        #expect(lines.all.last == "it failed: noStream (and 3 more since the last line)" && lines.all.count == 2)
    }

    @Test("settings are events too, and no event and no reset ever holds a push token")
    func settingsAndTokens() async throws {
        let house = try LogHouse()
        let start = house.revision
        let id = try await house.start()
        _ = try await house.center.perform(.changeSettings(SettingsChange(timeZone: .named("Europe/Berlin"))))
        try await house.update(id, times: 1)
        try await house.mark(id)
        try await house.end(id, .default)
        let token = try #require(house.center.board.activity(id)?.pushToken)
        let page = try #require(try house.whole.page(after: start))
        let events = try page.events
        #expect(events.map(\.name) == ["start", "settings", "update", "end"])
        #expect(events[1].data["settings"]?["timeZone"]?.string == "Europe/Berlin" && events[1].data["id"] == nil)
        for bytes in [page.payload, house.whole.reset().bytes, try house.log(of: id).reset().bytes] {
            let text = String(decoding: bytes, as: UTF8.self)
            #expect(text.contains(id) && !text.contains(token) && !text.contains("pushToken"))
        }
    }
}

/// How often what happened.
final class Counts: Sendable {
    private let counts = Mutex<[Int: Int]>([:])
    func add(_ index: Int) { counts.withLock { $0[index, default: 0] += 1 } }
    func clear() { counts.withLock { $0 = [:] } }
    var all: [Int: Int] { counts.withLock { $0 } }
}
