import Activities
import Foundation
import HTTP
import Store
import Synchronization
import Testing

@testable import Gateway

/// Law of the log: whatever a reader is cut from, it is told everything once and in order, but for what was deleted meanwhile.
@Suite struct LogHistoryTests {
    /// Whoever reads: by its cursor while it is connected, by its last event's id when it comes back.
    private struct Reader {
        let view: any LogView
        let activity: String?
        let joined: UInt64
        var cursor: Cursor
        var told: [UInt64] = []
        var isOver = false

        mutating func look() throws {
            guard !isOver, let frame = try view.page(after: cursor)?.frame else { return }
            told += try LogEvent.read(frame.payload).compactMap(\.sequence)
            cursor = frame.cursor
            isOver = frame.isLast
        }

        mutating func comeBack() { cursor = Cursor(told.last ?? joined) }
    }

    @Test("random lives, readers that come, look, are cut and come back", arguments: [1, 2, 3, 4, 5, 6, 7, 8] as [UInt64])
    func everythingOnce(seed: UInt64) async throws {
        let house = try LogHouse()
        let history = Mutex<[Change]>([])
        let token = house.center.feed.subscribe { turn in history.withLock { $0 += turn.changes } }
        var dice = LogDice(seed: seed)
        var ids = [try await house.start()]
        var readers: [Reader] = []
        for _ in 0..<300 {
            switch dice.below(10) {
            case 0: readers.append(Reader(view: house.whole, activity: nil, joined: house.revision.sequence, cursor: house.revision))
            case 1:
                let id = ids[dice.below(ids.count)]
                guard let record = house.center.board.activity(id), record.activityState != .dismissed else { continue }
                readers.append(Reader(view: house.log(of: id), activity: id, joined: house.revision.sequence, cursor: house.revision))
            case 2...3: for index in readers.indices where dice.below(2) == 0 { try readers[index].look() }
            case 4: if !readers.isEmpty { readers[dice.below(readers.count)].comeBack() }
            default: await step(house, &ids, &dice)
            }
        }
        for index in readers.indices {
            if !readers[index].isOver { readers[index].comeBack() }
            for _ in 0..<10 { try readers[index].look() }
        }
        house.center.feed.unsubscribe(token)
        let all = history.withLock { $0 }
        #expect(readers.count > 10)
        for reader in readers { check(reader, all) }
    }

    private func check(_ reader: Reader, _ history: [Change]) {
        let mine = history.filter { $0.sequence > reader.joined && (reader.activity == nil || $0.activityID == reader.activity) }
        let deletions = Dictionary(history.filter { $0.event == .delete }.map { ($0.activityID, $0.sequence) }) { first, _ in first }
        let told = Set(reader.told)
        #expect(told.count == reader.told.count && reader.told == reader.told.sorted())
        #expect(told.isSubset(of: mine.map(\.sequence)))
        // Once it was told that one is dismissed, its deletion is none of its business.
        for change in mine where !told.contains(change.sequence) && !(reader.isOver && change.sequence > reader.told.last ?? 0) {
            let isTakenOut = deletions[change.activityID].map { $0 > change.sequence } ?? false
            #expect(change.event != .delete && isTakenOut, "\(change.event) \(change.sequence)")
        }
        let isFinished = mine.contains { $0.event == .delete || $0.activity?.activityState == .dismissed }
        #expect(reader.isOver == (reader.activity != nil && isFinished))
    }

    /// What is refused changes nothing, and is fine.
    private func step(_ house: LogHouse, _ ids: inout [String], _ dice: inout LogDice) async {
        let id = ids[dice.below(ids.count)]
        switch dice.below(16) {
        case 0...2: if let new = try? await house.start() { ids.append(new) }
        case 3: try? await house.end(id, .default)
        case 4: try? await house.end(id, .immediate)
        case 5: _ = try? await house.center.perform(.dismiss(id: id))
        case 6: _ = try? await house.center.perform(.delete(id: id))
        case 7...8: try? await house.mark(id)
        case 9:
            let change = SettingsChange(activitiesEnabled: true, timerColor: "#00000\(dice.below(10))")
            _ = try? await house.center.perform(.changeSettings(change))
        case 10:
            house.clock.advance(by: Double(dice.below(3600)))
            _ = try? await house.center.perform(.letTimePass)
        default: try? await house.update(id, times: 1 + dice.below(3))
        }
    }
}

/// Seeded chance, the same on every machine (SplitMix64).
private struct LogDice {
    private var state: UInt64
    init(seed: UInt64) { state = seed }

    mutating func below(_ bound: Int) -> Int {
        state &+= 0x9E37_79B9_7F4A_7C15
        var z = state
        z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
        z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
        return Int((z ^ (z >> 31)) % UInt64(bound))
    }
}
