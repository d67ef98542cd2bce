import Activities
import Foundation
import SQLite
import Testing

@testable import Store

@Suite struct JournalTests {
    let folder: TemporaryFolder
    init() throws { folder = try TemporaryFolder() }

    @Test("what was appended is there after a restart, in the order of starts; the past is not loaded but can be read")
    func reopen() throws {
        let a = record("a", start: 1)
        let b = record("b", start: 2)
        let over = record("a", start: 1, sequence: 3, state: .dismissed)
        let last = record("b", start: 2, sequence: 4, glasses: 3)
        try folder.withStore { store in
            try store.append([change(.start, a), change(.start, b)])
            try store.append([change(.dismiss, over), change(.update, last)])
        }
        try folder.withStore { store in
            let loaded = try store.load()
            #expect(loaded.activities == [last])
            #expect(loaded.lastSequence == 4)
            #expect(loaded.settings == Settings())
            #expect(try store.activity("a") == over)
            #expect(try store.activity("none") == nil)
        }
    }

    @Test("the epoch stays with the store, and every store has another")
    func epoch() throws {
        let first = try folder.withStore(\.epoch)
        #expect(try folder.withStore(\.epoch) == first)
        #expect(first.count == 16 && first.allSatisfy { $0.isHexDigit })
        let memory = try Store(inMemorySince: instant)
        #expect(memory.epoch != first)
        #expect(try Store(inMemorySince: instant).epoch != memory.epoch)
    }

    @Test("a sequence is not used again after the last activity was deleted or everything was pruned")
    func sequence() throws {
        try folder.withStore { store in
            try store.append([change(.start, record("a", start: 1))])
            try store.append([change(.delete, record("a", start: 1, sequence: 2))])
        }
        try folder.withStore { store in
            #expect(try store.load().lastSequence == 2)
            let later = instant.addingTimeInterval(1_000_000)
            _ = try store.prune(olderThan: later, now: later)
            #expect(try store.load().lastSequence == 2)
        }
    }

    @Test("a deletion takes the row, the earlier events and the id's memory; its own event says no more than the id")
    func delete() throws {
        let store = try Store(inMemorySince: instant)
        try store.append([change(.start, record("a", start: 1, token: "old")), change(.start, record("b", start: 2))])
        try store.append([change(.update, record("a", start: 1, sequence: 3, token: "new"))])
        try store.append([change(.delete, record("a", start: 1, sequence: 4, token: "new"))])
        #expect(try store.load().activities.map(\.id) == ["b"])
        #expect(try store.activity("a") == nil)
        let events = try store.events(after: 0, limit: 10)
        #expect(events.map(\.sequence) == [2, 4])
        #expect(events[1].event == .delete && events[1].activityID == "a" && events[1].activity == nil)
        #expect(try store.tokenRetired("old") == nil)
        #expect(try !store.remembersActivity("a"))
    }

    @Test("a start and its deletion in one turn leave only the deletion")
    func startAndDelete() throws {
        let store = try Store(inMemorySince: instant)
        try store.append([change(.start, record("a", start: 1)), change(.delete, record("a", start: 1, sequence: 2))])
        #expect(try store.load().activities == [])
        #expect(try store.events(after: 0, limit: 10).map(\.sequence) == [2])
    }

    @Test("the settings come back, and their change is in the log")
    func settings() throws {
        var settings = Settings()
        settings.activitiesEnabled = false
        settings.timeZone = "Europe/Berlin"
        settings.timerColor = "#010203"
        try folder.withStore { try $0.append([Change(sequence: 1, event: .settings, date: instant, settings: settings)]) }
        try folder.withStore { store in
            let loaded = try store.load()
            #expect(loaded.settings == settings)
            #expect(try store.events(after: 0, limit: 1).first?.settings == settings)
        }
    }

    @Test("an idempotency key commits with its start or not at all, and answers for 24 hours")
    func idempotency() throws {
        let store = try Store(inMemorySince: instant)
        let a = record("a", start: 1)
        // The second change repeats a sequence, so that nothing of the first may stay.
        #expect(throws: JournalError.self) {
            try store.append([change(.start, a, key: "order 7"), change(.start, record("b", start: 1))])
        }
        #expect(try store.activityStarted(by: "order 7", now: instant) == nil)
        try store.append([change(.start, a, key: "order 7")])
        let day: Double = 86_400
        #expect(try store.activityStarted(by: "order 7", now: instant.addingTimeInterval(day - 0.001)) == a)
        #expect(try store.activityStarted(by: "order 7", now: instant.addingTimeInterval(day)) == nil)
        #expect(try store.activityStarted(by: "order 8", now: instant) == nil)
        try store.append([change(.start, record("c", start: 2), at: instant.addingTimeInterval(day), key: "order 7")])
        #expect(try store.activityStarted(by: "order 7", now: instant.addingTimeInterval(day))?.id == "c")
    }

    @Test("every token that was replaced is retired, also one that lived only within a turn")
    func tokens() throws {
        let store = try Store(inMemorySince: instant)
        try store.append([change(.start, record("a", start: 1, token: "t1"))])
        try store.append([
            change(.update, record("a", start: 1, sequence: 2, token: "t2")),
            change(.update, record("a", start: 1, sequence: 3, token: "t3")),
        ])
        let moment: Date? = Date(milliseconds: instant.milliseconds)
        #expect(try store.tokenRetired("t1") == moment)
        #expect(try store.tokenRetired("t2") == moment)
        #expect(try store.tokenRetired("t3") == nil)
        try store.append([change(.dismiss, record("a", start: 1, sequence: 4, state: .dismissed, token: "t3"))])
        #expect(try store.tokenRetired("t3") == moment)
        #expect(try store.tokenRetired("never") == nil)
    }

    @Test("an empty turn writes nothing, and a sequence beyond SQLite's integers is refused")
    func bounds() throws {
        let store = try Store(inMemorySince: instant)
        try store.append([])
        let last = UInt64(Int64.max)
        try store.append([change(.start, record("a", start: last))])
        #expect(throws: JournalError.self) { try store.append([change(.update, record("a", start: last, sequence: last + 1))]) }
        #expect(try store.load().lastSequence == last)
    }

    @Test("a mark moves the record and the sequence, and the log shows nothing of it")
    func mark() throws {
        let store = try Store(inMemorySince: instant)
        var moved = record("a", start: 1, sequence: 2)
        moved.timestampMark += 1
        try store.append([change(.start, record("a", start: 1)), change(.mark, moved)])
        let loaded = try store.load()
        #expect(loaded.activities == [moved] && loaded.lastSequence == 2)
        #expect(try store.events(after: 0, limit: 9).map(\.sequence) == [1])
        #expect(try store.events(of: "a", limit: 9).map(\.sequence) == [1])
    }

    @Test("events are read in pages, of all and of one")
    func pages() throws {
        let store = try Store(inMemorySince: instant)
        try store.append((UInt64(1)...10).map { n in change(.start, record(n % 2 == 0 ? "even-\(n)" : "odd-\(n)", start: n)) })
        #expect(try store.events(after: 3, limit: 2).map(\.sequence) == [4, 5])
        #expect(try store.events(after: 10, limit: 2).isEmpty)
        #expect(try store.events(of: "even-4", limit: 5).map(\.sequence) == [4])
        #expect(try store.horizon() == 0)
    }
}
