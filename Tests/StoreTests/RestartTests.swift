import Activities
import Foundation
import Testing

@testable import Store

/// What a board learns of the past at a start (http.md, "Live streams").
@Suite struct RestartTests {
    private func settings(_ sequences: ClosedRange<UInt64>) -> [Change] {
        sequences.map { Change(sequence: $0, event: .settings, date: instant, settings: Settings()) }
    }

    @Test("as many changes as the board keeps are known, and of one more the oldest is not")
    func bound() throws {
        let store = try Store(inMemorySince: instant)
        let kept = UInt64(Board.keptChanges)
        try store.append(settings(1...kept))
        #expect(try store.load().recentChanges.count == Board.keptChanges)
        #expect(try store.load().floor == 0)
        try store.append(settings(kept + 1...kept + 1))
        let loaded = try store.load()
        #expect(loaded.recentChanges.map(\.sequence) == Array(2...kept + 1))
        #expect(loaded.floor == 1)
        let board = Board(loaded, kinds: KindRegistry([]))
        #expect(board.changes(after: 0) == nil)
        #expect(board.changes(after: 1) != nil)
    }

    @Test("a cursor from before what was pruned starts anew, one at its edge goes on")
    func pruned() throws {
        let store = try Store(inMemorySince: instant)
        try store.append([change(.start, record("a", start: 1)), change(.start, record("b", start: 2), at: instant.addingTimeInterval(100))])
        try store.append(settings(3...3))
        _ = try store.prune(olderThan: instant.addingTimeInterval(50), now: instant.addingTimeInterval(200))
        let board = Board(try store.load(), kinds: KindRegistry([]))
        #expect(board.changes(after: 0) == nil)
        #expect(board.changes(after: 1)?.activities.map(\.id) == ["b"])
    }

    @Test("a mark moves the sequence and is nothing that anybody missed")
    func mark() throws {
        let store = try Store(inMemorySince: instant)
        var moved = record("a", start: 1)
        moved.timestampMark += 1
        try store.append([change(.start, record("a", start: 1)), Change(sequence: 2, event: .mark, date: instant, activity: moved)])
        let loaded = try store.load()
        #expect(loaded.recentChanges == [RecentChange(sequence: 1, activityID: "a")])
        #expect(Board(loaded, kinds: KindRegistry([])).changes(after: 1)?.activities.isEmpty == true)
    }

    @Test("one that was dismissed or deleted before the restart has left for whoever comes back")
    func left() throws {
        let store = try Store(inMemorySince: instant)
        try store.append([change(.start, record("a", start: 1)), change(.start, record("b", start: 2))])
        try store.append([
            change(.dismiss, record("a", start: 1, sequence: 3, state: .dismissed)), change(.delete, record("b", start: 2, sequence: 4)),
        ])
        let changes = Board(try store.load(), kinds: KindRegistry([])).changes(after: 2)
        #expect(changes?.activities.map(\.id) == ["a", "b"])
        #expect(changes?.activities.allSatisfy { $0.record == nil } == true)
    }

    @Test("many changes of one turn leave each activity as its last change has it, whatever lies between")
    func turn() throws {
        let store = try Store(inMemorySince: instant)
        try store.append([change(.start, record("a", start: 1)), change(.start, record("b", start: 2))])
        try store.append([
            change(.update, record("a", start: 1, sequence: 3, glasses: 1)), change(.update, record("b", start: 2, sequence: 4, glasses: 1)),
            change(.update, record("a", start: 1, sequence: 5, token: "new", glasses: 2)),
            change(.end, record("b", start: 2, sequence: 6, state: .ended, glasses: 2)),
            change(.update, record("a", start: 1, sequence: 7, token: "new", glasses: 3)),
        ])
        #expect(
            try store.load().activities == [
                record("a", start: 1, sequence: 7, token: "new", glasses: 3), record("b", start: 2, sequence: 6, state: .ended, glasses: 2),
            ])
        #expect(try store.tokenRetired("token-a") != nil)
        #expect(try store.tokenRetired("new") == nil)
    }
}
