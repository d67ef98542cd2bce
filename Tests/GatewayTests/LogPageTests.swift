import Activities
import Foundation
import HTTP
import Store
import Testing

@testable import Gateway

@Suite struct LogPageTests {
    @Test("a page holds 64 events, and one more comes in the next")
    func events() async throws {
        for missed in [LogPage.limit, LogPage.limit + 1] {
            let house = try LogHouse()
            let id = try await house.start()
            let start = house.revision
            try await house.update(id, times: missed)
            let views: [any LogView] = [house.whole, house.log(of: id)]
            for view in views {
                let first = try #require(try view.page(after: start))
                #expect(try first.events.count == LogPage.limit)
                let second = try view.page(after: first.cursor)
                #expect(try second?.events.count ?? 0 == missed - LogPage.limit)
                #expect((second ?? first).cursor == house.revision)
            }
        }
    }

    @Test("a page ends with the event that fills it, and none is lost at its edge")
    func bytes() async throws {
        let house = try LogHouse()
        let id = try await house.start()
        let start = house.revision
        try await house.update(id, times: LogPage.limit - 1, length: 450)
        var cursor = start
        var told: [UInt64] = []
        var pages = 0
        while let page = try house.whole.page(after: cursor) {
            let events = try page.events
            told += events.compactMap(\.sequence)
            let before = page.payload.count - (events.last.map { house.size(of: $0) } ?? 0)
            #expect(before < LogPage.byteLimit)
            #expect(page.payload.count >= LogPage.byteLimit || page.cursor == house.revision)
            cursor = page.cursor
            pages += 1
        }
        #expect(pages > 1)
        #expect(told == Array(start.sequence + 1...house.revision.sequence))
    }

    @Test("what is committed but not yet visible is told to nobody")
    func invisible() async throws {
        let house = try LogHouse()
        let id = try await house.start()
        let start = house.revision
        try await house.update(id, times: 1)
        let newest = house.revision
        // As a turn between its commit and the board.
        var record = try #require(house.center.board.activity(id))
        record.sequence = newest.sequence + 1
        try house.store.append([Change(sequence: record.sequence, event: .update, date: house.clock.now, activity: record)])
        let views: [any LogView] = [house.whole, house.log(of: id)]
        for view in views {
            let page = try #require(try view.page(after: start))
            #expect(try page.events.compactMap(\.sequence) == [newest.sequence] && page.cursor == newest)
            #expect(try view.page(after: newest) == nil)
        }
    }

    @Test("a reader moves on past what nobody is shown")
    func marks() async throws {
        let house = try LogHouse()
        let id = try await house.start()
        let start = house.revision
        try await house.update(id, times: 1)
        try await house.mark(id)
        let page = try #require(try house.whole.page(after: start))
        #expect(try page.events.map(\.name) == ["update"] && page.cursor == house.revision)
        #expect(try house.whole.page(after: page.cursor) == nil)
        try await house.mark(id)
        #expect(try house.whole.page(after: page.cursor)?.frame == nil)
    }

    @Test("deleting takes what came before out of the log; a deletion knows the id and nothing else")
    func deletion() async throws {
        let house = try LogHouse()
        let kept = try await house.start("KEPT")
        let position = house.revision
        let gone = try await house.start("GONE")
        try await house.update(gone, times: 2)
        try await house.update(kept, times: 1)
        _ = try await house.center.perform(.delete(id: gone))
        let events = try #require(try house.whole.page(after: position)).events
        #expect(events.map(\.name) == ["update", "delete"])
        #expect(events[1].data["id"]?.string == gone && events[1].data["activity"] == nil)
        let bytes = try #require(try house.whole.page(after: Cursor(0))).payload
        #expect(!String(decoding: bytes, as: UTF8.self).contains("GONE"))
    }

    @Test("the log of one activity ends with its dismissal, its immediate end or its deletion, and not before")
    func ends() async throws {
        for way in ["dismiss", "immediate", "delete", "time"] {
            let house = try LogHouse()
            let id = try await house.start()
            let start = house.revision
            try await house.update(id, times: 1)
            let log = house.log(of: id)
            #expect(try log.page(after: start)?.isLast == false)
            if way == "dismiss" || way == "time" { try await house.end(id, .default) }
            #expect(try log.page(after: start)?.isLast == false)
            switch way {
            case "dismiss": _ = try await house.center.perform(.dismiss(id: id))
            case "immediate": try await house.end(id, .immediate)
            case "delete": _ = try await house.center.perform(.delete(id: id))
            default:
                house.clock.advance(by: 4 * 3600)
                _ = try await house.center.perform(.letTimePass)
            }
            let page = try #require(try log.page(after: start))
            #expect(page.isLast && page.frame?.isLast == true, "\(way)")
            let last = ["immediate": "end", "delete": "delete"][way] ?? "dismiss"
            #expect(try page.events.last?.name == last)
            // Who came with the state of the end itself has nothing to read, and is let go.
            if way != "delete" { #expect(try log.page(after: page.cursor)?.frame?.isLast == true) }
        }
    }

    @Test("a page that is cut before the end is not the last")
    func cutBeforeTheEnd() async throws {
        let house = try LogHouse()
        let id = try await house.start()
        let start = house.revision
        try await house.update(id, times: LogPage.limit)
        try await house.end(id)
        let first = try #require(try house.log(of: id).page(after: start))
        #expect(!first.isLast)
        let second = try #require(try house.log(of: id).page(after: first.cursor))
        #expect(try second.isLast && second.events.map(\.name) == ["end"])
    }

    @Test("from the horizon on the log is told, from below it everything starts anew")
    func horizon() async throws {
        let house = try LogHouse()
        let id = try await house.start()
        let other = try await house.start()
        try await house.update(id, times: 2)
        house.clock.advance(by: 60)
        try await house.update(id, times: 1)
        _ = try house.store.prune(olderThan: house.clock.now - 30, now: house.clock.now)
        let horizon = try house.store.horizon()
        #expect(horizon == house.revision.sequence - 1)
        #expect(try house.whole.page(after: Cursor(horizon))?.events.map(\.name) == ["update"])
        let page = try #require(try house.whole.page(after: Cursor(horizon - 1)))
        let reset = try #require(try page.events.first)
        #expect(try page.events.count == 1 && reset.name == "reset")
        #expect(reset.sequence == house.revision.sequence && page.cursor == house.revision)
        #expect(reset.data["activities"]?.ids == [id, other])
        let own = try #require(try house.log(of: id).page(after: Cursor(horizon - 1)))
        #expect(try own.events.map(\.name) == ["reset"] && own.events[0].data["activities"]?.ids == [id] && !own.isLast)
        try await house.end(id)
        #expect(try house.log(of: id).page(after: Cursor(horizon - 1))?.isLast == true)
    }

    @Test("a reset is everything that is not dismissed, in order of start, at the position at which it is true")
    func reset() async throws {
        let house = try LogHouse()
        let ids = [try await house.start("A"), try await house.start("B"), try await house.start("C"), try await house.start("D")]
        try await house.update(ids[0], times: 1)
        try await house.end(ids[1], .immediate)
        try await house.end(ids[2], .default)
        let reset = house.whole.reset()
        let event = try #require(try LogEvent.read(reset.bytes).first)
        #expect(event.name == "reset" && event.data["event"]?.string == "reset")
        #expect(event.data["activities"]?.ids == [ids[0], ids[2], ids[3]])
        #expect(event.id == "\(house.center.epoch)-\(house.revision.sequence)" && reset.cursor == house.revision)
    }
}

extension JSON {
    var ids: [String]? {
        guard case .array(let all) = self else { return nil }
        return all.compactMap { $0["id"]?.string }
    }
}

extension LogHouse {
    /// Bytes of an event as it was sent.
    func size(of event: LogEvent) -> Int {
        var bytes: [UInt8] = []
        ServerSentEvent(event: event.name, data: event.data.bytes, id: event.id).append(to: &bytes)
        return bytes.count
    }
}
