import Activities
import Foundation
import SQLite
import Testing

@testable import Store

@Suite struct PushReceiptTests {
    let store: Store
    init() throws { store = try Store(inMemorySince: instant) }

    private func day(_ n: Double) -> Date { instant.addingTimeInterval(n * 86_400) }

    private func receipt(_ outcome: String = "Updated.", activity: String? = nil, at date: Date = instant) -> PushReceipt {
        PushReceipt(
            date: date, activityID: activity, kind: activity == nil ? nil : "water-tracker", event: "update", size: 812, status: 200,
            apnsID: "0b1c", outcome: outcome, changed: true)
    }

    private func numbers(_ store: Store? = nil) throws -> [UInt64] {
        try (store ?? self.store).receipts(before: nil, limit: .max).map(\.number)
    }

    private func prune(daysKept: Double, on n: Double, keptPushes: Int = Store.keptPushes) throws -> PruneStep {
        try store.prune(olderThan: day(n - daysKept), now: day(n), keptPushes: keptPushes)
    }

    @Test("receipts are numbered in order from one on, and read back as they were kept")
    func roundTrip() throws {
        #expect(try store.lastNumber() == 0)
        let refused = PushReceipt(
            date: instant, size: 5_000, status: 413, reason: "PayloadTooLarge", apnsID: "x", outcome: "904 bytes too many: \u{202e}שליח \"'&<b>")
        let kept = try store.keep([receipt(activity: "a"), refused])
        #expect(kept.map(\.number) == [1, 2])
        let later = try store.keep([receipt("Later.")])
        #expect(later.map(\.number) == [3])
        #expect(try store.receipts(before: nil, limit: 9) == (kept + later).reversed())
        #expect(try store.receipts(after: 0, limit: 9) == kept + later)
        #expect(try store.lastNumber() == 3)
    }

    @Test("a page reads the newest below a number, and no more than it asks for")
    func pages() throws {
        _ = try store.keep((1...5).map { receipt("\($0)") })
        #expect(try store.receipts(before: nil, limit: 2).map(\.number) == [5, 4])
        #expect(try store.receipts(before: 4, limit: 2).map(\.number) == [3, 2])
        #expect(try store.receipts(before: 1, limit: 2).isEmpty)
        #expect(try store.receipts(before: .max, limit: 1).map(\.number) == [5])
        #expect(try store.receipts(after: 3, limit: 1).map(\.number) == [4])
        #expect(try store.receipts(after: 5, limit: 9).isEmpty)
        #expect(try store.receipts(after: .max, limit: 9).isEmpty)
    }

    @Test("a receipt stays through the retention, and goes after it")
    func ages() throws {
        _ = try store.keep([receipt(at: day(0)), receipt(at: day(1))])
        #expect(try prune(daysKept: 30, on: 30) == PruneStep())
        #expect(try numbers() == [2, 1])
        let step = try prune(daysKept: 30, on: 30.001)
        #expect(step.removed == 1 && step.isComplete && step.hasForgottenPushes)
        #expect(try numbers() == [2])
        #expect(try prune(daysKept: 36_500, on: 1_000) == PruneStep())
        #expect(try prune(daysKept: 0, on: 1.001).removed == 1)
        #expect(try numbers().isEmpty)
    }

    @Test("so many receipts are kept and not one more, the newest; a deletion in between counts for nothing")
    func count() throws {
        try store.append([change(.start, record("a", start: 1))])
        _ = try store.keep((1...5).map { receipt("\($0)", activity: $0 == 3 ? "a" : nil) })
        try store.append([change(.delete, record("a", start: 1, sequence: 2))])
        #expect(try prune(daysKept: 30, on: 0, keptPushes: 4) == PruneStep())
        #expect(try numbers() == [5, 4, 2, 1])
        #expect(try prune(daysKept: 30, on: 0, keptPushes: 3).removed == 1)
        #expect(try numbers() == [5, 4, 2])
        #expect(try prune(daysKept: 30, on: 0, keptPushes: 0).removed == 3)
        #expect(try numbers().isEmpty)
    }

    @Test("a hundred thousand are kept, the one beyond goes")
    func bound() throws {
        _ = try store.keep([receipt("The first")])
        try store.write { database in
            try database.run(
                """
                WITH RECURSIVE n (i) AS (SELECT 2 UNION ALL SELECT i + 1 FROM n WHERE i < ?)
                INSERT INTO pushes (number, at, record) SELECT i, ?, '{}' FROM n
                """, Store.keptPushes, instant.milliseconds)
        }
        #expect(try prune(daysKept: 30, on: 1) == PruneStep())
        _ = try store.keep([receipt("One beyond")])
        #expect(try prune(daysKept: 30, on: 1).removed == 1)
        #expect(try store.receipts(after: 0, limit: 1).map(\.number) == [2])
        #expect(try store.receipts(before: nil, limit: 1).map(\.outcome) == ["One beyond"])
        #expect(try prune(daysKept: 30, on: 1) == PruneStep())
    }

    @Test("a flood takes the oldest along without waiting for a step, once there are a thousand too many")
    func flood() throws {
        #expect(try store.keep([], amongNewest: 0).isEmpty)
        _ = try store.keep((1..<(3 + Store.surplusPushes)).map { receipt("\($0)") }, amongNewest: 3)
        #expect(try numbers().count == 2 + Store.surplusPushes && store.lastRemoval() == 0)
        let last = try store.keep([receipt("The last")], amongNewest: 3)
        #expect(try numbers() == [1_003, 1_002, 1_001])
        #expect(last.map(\.number) == [1_003])
        #expect(try store.lastRemoval() == 1_004 && store.lastNumber() == 1_004)
    }

    @Test("what a flood takes along at once has a bound, and numbers that removals took are not counted")
    func floodBounds() throws {
        let many = Store.surplusPushesPerRemoval + Store.surplusPushes
        _ = try store.keep((0..<many).map { _ in receipt() })
        #expect(try store.keep([receipt()], amongNewest: 0).count == 1)
        #expect(try numbers().count == Store.surplusPushes + 1)
        _ = try store.keep([receipt()], amongNewest: 0)
        #expect(try numbers().isEmpty)
        _ = try store.keep([receipt()], amongNewest: 0)
        _ = try store.write { try $0.run("UPDATE sqlite_sequence SET seq = seq + ? WHERE name = 'pushes'", 2 * Store.surplusPushes) }
        #expect(try store.keep([receipt()], amongNewest: 0).count == 1)
        #expect(try numbers().count == 2)
    }

    @Test("a receipt that waited while its activity was deleted is not kept, and takes no number")
    func deletedMeanwhile() throws {
        try store.append([change(.start, record("a", start: 1))])
        try store.append([change(.delete, record("a", start: 1, sequence: 2))])
        let kept = try store.keep([receipt(activity: "a"), receipt(activity: "b"), receipt()])
        #expect(kept.map(\.number) == [1, 2])
        #expect(kept.map(\.activityID) == ["b", nil])
        #expect(try numbers() == [2, 1])
    }

    @Test("a step takes no more than its bound, by age and by count together, and says whether there is more")
    func bounded() throws {
        let bound = Store.rowsPerPruneStep
        _ = try store.keep((1...(bound + 1)).map { _ in receipt(at: day(0)) })
        let step = try prune(daysKept: 1, on: 2, keptPushes: 0)
        #expect(step.removed == bound && !step.isComplete)
        let last = try prune(daysKept: 1, on: 2, keptPushes: 0)
        #expect(last.removed == 1 && last.isComplete && last.hasForgottenPushes)
    }

    @Test("who deletes an activity deletes its receipts, and nobody else's")
    func deletion() throws {
        try store.append([change(.start, record("a", start: 1)), change(.start, record("b", start: 2))])
        _ = try store.keep([receipt(activity: "a"), receipt(activity: "b"), receipt(), receipt(activity: "a")])
        #expect(try store.lastRemoval() == 0)
        try store.append([change(.delete, record("a", start: 1, sequence: 3))])
        #expect(try numbers() == [3, 2])
        #expect(try store.lastRemoval() == 5 && store.lastNumber() == 5)
        #expect(try store.keep([receipt()]).map(\.number) == [6])
        #expect(try store.lastRemoval() == 5)
    }

    @Test("nothing takes a number where nothing went")
    func noRemoval() throws {
        try store.append([change(.start, record("a", start: 1))])
        _ = try store.keep([receipt()])
        try store.append([change(.delete, record("a", start: 1, sequence: 2))])
        _ = try prune(daysKept: 30, on: 1)
        #expect(try store.lastNumber() == 1 && store.lastRemoval() == 0)
    }

    @Test("a number is never used twice, also when all are gone, and over a restart")
    func neverTwice() throws {
        let folder = try TemporaryFolder()
        try folder.withStore { store in
            _ = try store.keep([receipt(), receipt()])
            #expect(try store.prune(olderThan: day(1), now: day(1)).removed == 2)
            #expect(try store.lastRemoval() == 3)
        }
        try folder.withStore { store in
            let last = (try store.lastNumber(), try store.lastRemoval())
            #expect(last == (3, 3))
            let next = try store.keep([receipt()])
            let all = try numbers(store)
            #expect(next.map(\.number) == [4] && all == [4])
        }
    }
}
