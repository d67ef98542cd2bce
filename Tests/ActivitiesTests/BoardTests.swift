import Foundation
import Kinds
import Synchronization
import Testing

@testable import Activities

/// design.md, law 9, and what pages and streams ask of the board.
@Suite struct BoardTests {
    @Test func `the board agrees with a model that keeps a plain list`() async throws {
        let seed = UInt64.random(in: 0...UInt64.max)
        print("board seed \(seed)")
        var dice = Dice(seed)
        let house = try House()
        var ids: [String] = []
        for _ in 0..<400 {
            house.clock.set(house.clock.now.addingTimeInterval(Double(dice.roll(900))))
            let cursor = house.center.board.revision
            let before = house.journal.changes.count
            _ = try? await house.center.perform(dice.command(ids))
            let changes = house.journal.changes.dropFirst(before)
            ids = Array(NSOrderedSet(array: house.journal.changes.compactMap { $0.activity?.id }).compactMap { $0 as? String })
            let model = Model(house.journal.changes)
            model.check(house.center.board, dice: &dice)
            let seen = house.center.board.changes(after: cursor)
            #expect(Set(seen?.activities.map(\.id) ?? []) == Set(changes.filter { $0.event != .mark }.compactMap { $0.activity?.id }))
            for change in seen?.activities ?? [] { #expect(change.record == model.shown[change.id]) }
        }
        let again = try house.restarted(at: house.clock.now)
        Model(house.journal.changes).check(again.center.board, dice: &dice)
    }

    @Test func `the newest of a list come in order of start, and the total counts all`() async throws {
        let house = try House()
        var started: [String] = []
        for driver in ["Ann", "Bob", "Cid", "Dan"] { started.append(try await house.start(.pizza(driver)).id) }
        try await house.start(.plain("lap", note: "Cid ran"))
        let board = house.center.board
        let view = board.list(BoardFilter(kind: "pizza-delivery"), limit: 2)
        #expect(view.activities.map(\.id) == Array(started.suffix(2)))
        #expect(view.total == 4)
        #expect(board.list(BoardFilter(query: "cID"), limit: 50).total == 2)
        #expect(board.list(BoardFilter(query: "cid RAN"), limit: 50).activities.map(\.kind) == ["lap"])
        #expect(board.list(BoardFilter(query: started[0]), limit: 50).activities.map(\.id) == [started[0]])
        #expect(board.list(BoardFilter(state: .ended), limit: 50).total == 0)
        #expect(board.list(limit: 0).activities.isEmpty)
    }

    @Test func `the membership's revision moves with starts, states and leaving, not with content`() async throws {
        let house = try House()
        let board = house.center.board
        let record = try await house.start()
        #expect(board.list(limit: 1).membershipRevision == record.sequence)
        try await house.update(record.id, .driver("A"))
        #expect(board.list(limit: 1).membershipRevision == record.sequence)
        let ended = try await house.end(record.id)
        #expect(board.list(limit: 1).membershipRevision == ended.sequence)
    }

    @Test func `a cursor at the ring's edge learns all it missed, one further back must start anew`() {
        var ring = ChangeRing(capacity: 4, floor: 10)
        for sequence in UInt64(11)...16 { ring.append(sequence, id: "a\(sequence)") }
        #expect(ring.floor == 12)
        #expect(ring.newest(after: 12).map(\.sequence) == [16, 15, 14, 13])
        #expect(ring.newest(after: 16).isEmpty)
    }

    @Test func `a cursor of the future is unknown, before and after a restart`() async throws {
        let house = try House()
        try await house.start()
        #expect(house.center.board.changes(after: 2) == nil)
        let again = try house.restarted(at: House.noon)
        #expect(again.center.board.changes(after: 2) == nil)
        #expect(again.center.board.changes(after: 1)?.activities.isEmpty == true)
    }

    @Test func `a cursor from before a restart gets exactly the changes after it`() async throws {
        let seed = UInt64.random(in: 0...UInt64.max)
        print("restart seed \(seed)")
        var dice = Dice(seed)
        let house = try House()
        var ids: [String] = []
        for step in 0..<150 {
            house.clock.set(house.clock.now.addingTimeInterval(Double(dice.roll(900))))
            _ = try? await house.center.perform(dice.command(ids))
            if step % 40 == 7 { _ = try await house.center.perform(.changeSettings(SettingsChange(activitiesEnabled: true, timerColor: "#0000\(step / 40 + 10)"))) }
            ids = Array(Set(house.journal.changes.compactMap(\.activityID))).sorted()
        }
        let before = house.center.board
        // Nothing falls due at the restart: what is compared is what was there.
        let after = try ActivityCenter(journal: house.journal, kinds: house.center.kinds, clock: ManualClock(House.noon)).board
        #expect(after.revision == before.revision)
        for cursor in 0...before.revision {
            let was = try #require(before.changes(after: cursor), "seed \(seed)")
            let known = try #require(after.changes(after: cursor), "seed \(seed)")
            #expect(known.activities == was.activities && known.settingsChanged == was.settingsChanged, "seed \(seed)")
        }
        #expect(before.changes(after: 0)?.activities.contains { $0.record == nil } == true, "nothing was dismissed: seed \(seed)")
    }

    @Test func `a loaded past ends where it says, and goes on with what comes`() {
        let past = (UInt64(5)...8).map { RecentChange(sequence: $0, activityID: $0 == 6 ? nil : "a\($0)") }
        let board = Board(
            Loaded(activities: [], settings: Settings(), lastSequence: 9, recentChanges: past, floor: 4), kinds: KindRegistry([]))
        #expect(board.changes(after: 3) == nil)
        #expect(board.changes(after: 4)?.activities.map(\.id) == ["a5", "a7", "a8"])
        #expect(board.changes(after: 5)?.settingsChanged == true)
        #expect(board.changes(after: 6)?.settingsChanged == false)
        #expect(board.changes(after: 9)?.activities.isEmpty == true)
        board.apply([Change(sequence: 10, event: .start, date: House.noon, activity: .plain("b"))])
        #expect(board.changes(after: 7)?.activities.map(\.id) == ["a8", "b"])
        #expect(Board(Loaded(activities: [], settings: Settings(), lastSequence: 9), kinds: KindRegistry([])).changes(after: 8) == nil)
    }

    @Test func `a dismissed one stays readable until as many others have followed`() {
        var dismissed = RecentlyDismissed(capacity: 3)
        for number in 1...3 { dismissed.append(.plain("\(number)")) }
        #expect(dismissed["1"] != nil)
        dismissed.append(.plain("4"))
        #expect(dismissed["1"] == nil && dismissed["2"] != nil && dismissed["4"] != nil)
    }

    @Test func `an ordered set agrees with a sorted array`() {
        let seed = UInt64.random(in: 0...UInt64.max)
        print("set seed \(seed)")
        var dice = Dice(seed)
        var set = OrderedSet<Int>()
        var model: Set<Int> = []
        for _ in 0..<4000 {
            let value = dice.roll(300)
            if dice.roll(2) == 0 {
                set.insert(value)
                model.insert(value)
            } else {
                #expect(set.remove(value) == (model.remove(value) != nil))
            }
            #expect(set.count == model.count && set.first == model.min() && set.last == model.max())
        }
        #expect(Array(set.ascending()) == model.sorted())
        #expect(Array(set.descending()) == model.sorted(by: >))
    }

    @Test func `a change looks at as many elements among a hundred thousand as a logarithm allows`() {
        var set = OrderedSet<Counted>()
        for value in 0..<100_000 { set.insert(Counted(value: value)) }
        Counted.comparisons.store(0, ordering: .relaxed)
        for value in 0..<1000 {
            set.remove(Counted(value: value * 97))
            set.insert(Counted(value: value * 97))
        }
        // Some 2 × 17 levels, unbalanced by chance up to three times that, two comparisons at each, in three walks.
        #expect(Counted.comparisons.load(ordering: .relaxed) < 1000 * 400)
    }
}

/// What the board must show, derived anew from all changes.
struct Model {
    var shown: [String: ActivityRecord] = [:]
    var revision: UInt64 = 0

    init(_ changes: [Change]) {
        for change in changes {
            revision = change.sequence
            guard let record = change.activity else { continue }
            shown[record.id] = record.activityState == .dismissed || change.event == .delete ? nil : record
        }
    }

    func check(_ board: Board, dice: inout Dice) {
        let filter = BoardFilter(
            kind: dice.pick([nil, "pizza-delivery", "lap"]), state: dice.pick([nil, .active, .ended, .stale, .pending]))
        let limit = dice.roll(6)
        let matching = shown.values.filter {
            (filter.kind ?? $0.kind) == $0.kind && (filter.state ?? $0.activityState) == $0.activityState
        }.sorted { $0.startSequence < $1.startSequence }
        let view = board.list(filter, limit: limit)
        #expect(view.activities == Array(matching.suffix(limit)))
        #expect(view.total == matching.count)
        #expect(view.revision == revision)
        let running = shown.values.filter(\.activityState.isRunning)
        #expect(view.running == Dictionary(grouping: running, by: \.kind).mapValues(\.count))
        #expect(view.delivered == Dictionary(grouping: running.filter(\.isDelivered), by: \.kind).mapValues(\.count))
        #expect(view.island == island(running))
        let kinds = KindRegistry(Kinds.all + [Lap.self, Errand.self])
        #expect(board.nextInstant == shown.values.compactMap { Deadline.next(of: $0, kinds: kinds)?.date }.min())
    }

    /// Written down a second time, from the words.
    private func island(_ running: [ActivityRecord]) -> Island {
        let groups = Dictionary(grouping: running, by: \.kind).values
        let ranked = groups.sorted { a, b in
            let alerts = (a.compactMap(\.alert?.sequence).max() ?? 0, b.compactMap(\.alert?.sequence).max() ?? 0)
            if alerts.0 != alerts.1 { return alerts.0 > alerts.1 }
            return a.map(\.startSequence).min() ?? 0 < b.map(\.startSequence).min() ?? 0
        }
        let tops = ranked.compactMap { group in
            group.sorted { $0.startSequence < $1.startSequence }.max { $0.content.relevanceScore < $1.content.relevanceScore }.flatMap {
                best in
                group.filter { $0.content.relevanceScore == best.content.relevanceScore }.min { $0.startSequence < $1.startSequence }
            }
        }
        if tops.isEmpty { return .empty }
        return tops.count == 1 ? .compact(tops[0]) : .minimal(attached: tops[0], detached: tops[1])
    }
}

extension ActivityRecord {
    static func plain(_ id: String, kind: String = "lap", state: ActivityState = .dismissed) -> ActivityRecord {
        ActivityRecord(
            id: id, kind: kind, attributes: .object([:]), content: ActivityContent(state: .object(["note": .string("")])),
            activityState: state,
            startDate: House.noon, pushToken: "", startSequence: 1, sequence: 1, controlsSequence: 1, updatedDate: House.noon,
            timestampMark: 0)
    }
}
