import Activities
import Foundation
import SQLite
import Testing

@testable import Store

@Suite struct PruneTests {
    let store: Store
    init() throws { store = try Store(inMemorySince: instant) }

    func day(_ n: Double) -> Date { instant.addingTimeInterval(n * 86_400) }

    func prune(daysKept: Double, on n: Double) throws -> PruneStep {
        try store.prune(olderThan: day(n - daysKept), now: day(n))
    }

    /// Started and dismissed at once, on one day; its sequences are 2n - 1 and 2n.
    func over(_ numbers: ClosedRange<UInt64>, on n: Double) throws {
        try store.append(
            numbers.flatMap { number in
                let id = "a\(number)"
                let dismissed = record(id, start: 2 * number - 1, sequence: 2 * number, state: .dismissed)
                return [
                    change(.start, record(id, start: 2 * number - 1), at: day(n), key: "key-\(id)"), change(.dismiss, dismissed, at: day(n)),
                ]
            })
    }

    @Test("what is over stays through the retention, is remembered as long again, then forgotten")
    func ages() throws {
        try over(1...1, on: 0)
        try store.append([change(.start, record("live", start: 3))])
        #expect(try prune(daysKept: 30, on: 30) == PruneStep(removed: 1))  // The idempotency key alone.
        #expect(try store.activity("a1") != nil)
        #expect(try store.events(of: "a1", limit: 9).count == 2)
        #expect(try prune(daysKept: 30, on: 30.01).removed == 3)
        #expect(try store.activity("a1") == nil)
        #expect(try store.remembersActivity("a1"))
        #expect(try store.tokenRetired("token-a1") != nil)
        #expect(try store.events(after: 0, limit: 9).map(\.sequence) == [3])
        #expect(try prune(daysKept: 30, on: 60).removed == 0)
        #expect(try prune(daysKept: 30, on: 60.01).removed == 2)
        #expect(try !store.remembersActivity("a1"))
        #expect(try store.tokenRetired("token-a1") == nil)
        #expect(try store.load().activities.map(\.id) == ["live"])
    }

    @Test("with a retention of nought everything over goes at once, and what runs stays")
    func nought() throws {
        try over(1...3, on: 0)
        try store.append([change(.start, record("live", start: 7))])
        _ = try prune(daysKept: 0, on: 0.01)
        #expect(try store.activity("a1") == nil)
        #expect(try !store.remembersActivity("a1"))
        let loaded = try store.load()
        #expect(loaded.activities.map(\.id) == ["live"] && loaded.lastSequence == 7)
    }

    @Test("with a retention of a hundred years nothing goes but old keys")
    func hundredYears() throws {
        try over(1...3, on: 0)
        #expect(try prune(daysKept: 36_500, on: 1_000).removed == 3)
        #expect(try store.activity("a1") != nil)
        #expect(try store.events(after: 0, limit: 9).count == 6)
    }

    @Test("a step takes no more than its bound, and says whether there is more")
    func bounded() throws {
        let bound = UInt64(Store.rowsPerPruneStep)
        try over(1...(bound + 1), on: 0)
        // Twice the bound and one more of events beside the newest; the bound and one more of activities and of keys.
        #expect(try prune(daysKept: 1, on: 1.5) == PruneStep(removed: 3 * Int(bound), isComplete: false))
        #expect(try prune(daysKept: 1, on: 1.5) == PruneStep(removed: Int(bound) + 2, isComplete: false))
        #expect(try prune(daysKept: 1, on: 1.5) == PruneStep(removed: 1, isComplete: true))
        #expect(try store.load().lastSequence == 2 * (bound + 1))
        #expect(try store.events(after: 0, limit: 9).map(\.sequence) == [2 * (bound + 1)])
    }

    @Test("what was pruned from the log lies below its horizon, and no gap above it")
    func horizon() throws {
        try over(1...2, on: 0)
        try over(3...3, on: 20)
        _ = try prune(daysKept: 10, on: 20)
        let horizon = try store.horizon()
        #expect(horizon == 4)
        #expect(try store.events(after: horizon, limit: 9).map(\.sequence) == [5, 6])
    }

    @Test("an event from the future does not hold up what comes after it")
    func future() throws {
        try store.append([change(.start, record("a", start: 1), at: day(5_000))])
        try store.append((2...4).map { change(.update, record("a", start: 1, sequence: $0), at: day(0)) })
        _ = try prune(daysKept: 30, on: 40)
        #expect(try store.events(after: 0, limit: 9).map(\.sequence) == [4])
    }
}
