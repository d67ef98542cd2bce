import Activities
import Foundation
import SQLite
import Synchronization
import Testing

@testable import Store

@Suite struct PastTests {
    /// Started `seconds` after `instant`.
    static func past(
        _ number: UInt64, kind: String = "pizza-delivery", at seconds: Double = 0, state: ActivityState = .dismissed
    ) -> ActivityRecord {
        let date = instant.addingTimeInterval(seconds)
        return ActivityRecord(
            id: "a\(number)", kind: kind, attributes: .object([:]), content: ActivityContent(state: .object([:])), activityState: state,
            startDate: date,
            endDate: date, pushToken: "token-\(number)", startSequence: number, sequence: number, controlsSequence: number,
            updatedDate: date,
            timestampMark: 0)
    }

    /// Each with the one event in which it ended; times apart, as a shop's orders are.
    static func fill(_ store: Store, _ numbers: ClosedRange<UInt64>, every seconds: Double = 0, rare: Set<UInt64> = []) throws {
        for batch in stride(from: numbers.lowerBound, through: numbers.upperBound, by: 1_000) {
            try store.append(
                (batch...min(batch + 999, numbers.upperBound)).map { number in
                    change(.start, past(number, kind: rare.contains(number) ? "ride" : "pizza-delivery", at: Double(number) * seconds))
                })
        }
    }

    private func ids(_ store: Store, _ filter: PastFilter = PastFilter(), after place: PastPlace? = nil, limit: Int = 100) throws
        -> [String]
    {
        try store.past(filter, after: place, limit: limit).map(\.id)
    }

    @Test("the last started comes first, of equal ones the later request, and only what is over is past")
    func order() throws {
        let store = try Store(inMemorySince: instant)
        try store.append([
            change(.start, Self.past(1, at: 10)), change(.start, Self.past(2, at: 30, state: .ended)), change(.start, Self.past(3, at: 10)),
            change(.start, Self.past(4, at: 40, state: .active)), change(.start, Self.past(5, at: 50, state: .stale)),
            change(.start, Self.past(6, at: 60, state: .pending)), change(.start, Self.past(7, kind: "ride", at: 20)),
        ])
        #expect(try ids(store) == ["a2", "a7", "a3", "a1"])
        #expect(try ids(store, PastFilter(kind: "pizza-delivery")) == ["a2", "a3", "a1"])
        #expect(try ids(store, PastFilter(kind: "unheard-of")) == [])
    }

    @Test("pages of any length join without a gap and without a repeat, also where many started at once")
    func pages() throws {
        let store = try Store(inMemorySince: instant)
        try store.append((1...40).map { change(.start, Self.past($0, kind: $0 % 3 == 0 ? "ride" : "pizza-delivery", at: Double($0 / 7))) })
        for kind in [nil, "ride"] {
            let all = try ids(store, PastFilter(kind: kind))
            for limit in 1...9 {
                var place: PastPlace?
                var joined: [String] = []
                while let page = Optional(try store.past(PastFilter(kind: kind), after: place, limit: limit)), let last = page.last {
                    #expect(page.count <= limit)
                    joined += page.map(\.id)
                    place = PastPlace(of: last)
                }
                #expect(joined == all, "\(limit)")
            }
        }
    }

    @Test("a day holds what started from its first instant on and before its last, from whatever place one comes")
    func day() throws {
        let store = try Store(inMemorySince: instant)
        try store.append(
            [(1, -0.001), (2, 0), (3, 43_200), (4, 86_399.999), (5, 86_400)].map { change(.start, Self.past($0.0, at: $0.1)) })
        let filter = PastFilter(started: instant..<instant.addingTimeInterval(86_400))
        #expect(try ids(store, filter) == ["a4", "a3", "a2"])
        #expect(try ids(store, filter, after: PastPlace(of: Self.past(4, at: 86_399.999))) == ["a3", "a2"])
        #expect(try ids(store, filter, after: PastPlace(of: Self.past(5, at: 86_400))) == ["a4", "a3", "a2"])
        #expect(try ids(store, filter, after: PastPlace(of: Self.past(1, at: -0.001))) == [])
        #expect(try ids(store, PastFilter(started: instant..<instant)) == [])
    }

    @Test("a history is the newest events of one activity without its marks, oldest first, at most as many as asked for")
    func history() throws {
        let store = try Store(inMemorySince: instant)
        try store.append([change(.start, record("a", start: 1)), change(.start, record("b", start: 2))])
        try store.append((3...9).map { change($0 % 2 == 0 ? .mark : .update, record("a", start: 1, sequence: $0)) })
        #expect(try store.history(of: "a", limit: 50).map(\.sequence) == [1, 3, 5, 7, 9])
        #expect(try store.history(of: "a", limit: 5).map(\.sequence) == [1, 3, 5, 7, 9])
        #expect(try store.history(of: "a", limit: 4).map(\.sequence) == [3, 5, 7, 9])
    }

    private func plan(_ store: Store, _ sql: String) throws -> String {
        try store.read { database in
            let placeholders = sql.split(separator: "?", omittingEmptySubsequences: false).count - 1
            let sql = "EXPLAIN QUERY PLAN " + (0..<placeholders).reduce(sql) { text, _ in text.replacingFirst("?", with: "1") }
            return try database.rows(sql) { row -> String in row[3] }.joined(separator: "; ")
        }
    }

    @Test("each reading of the past enters an index at both its ends and sorts nothing")
    func plans() throws {
        let store = try Store(inMemorySince: instant)
        try Self.fill(store, 1...1_000, every: 60)
        let (all, kind) = (try plan(store, Store.pastOfAll), try plan(store, Store.pastOfKind))
        #expect(all.contains("SEARCH activities USING INDEX activities_past ") && all.contains("started_at>?"), "\(all)")
        #expect(kind.contains("SEARCH activities USING INDEX activities_past_kind ") && kind.contains("kind=? AND started_at>?"), "\(kind)")
        for plan in [all, kind] { #expect(!plan.contains("TEMP B-TREE") && !plan.contains("SCAN") && !plan.contains(";"), "\(plan)") }
    }

    /// The quickest of some readings: what else the machine does only makes one slower. A walk over all of them takes several times as long.
    @Test("with 100,000 past activities a page reads as little as with a hundred, far back and of a rare kind too")
    func hundredThousand() throws {
        let store = try Store(inMemorySince: instant)
        try Self.fill(store, 1...100_000, every: 60, rare: [3, 50_000])
        let farBack = PastFilter(started: instant.addingTimeInterval(60)..<instant.addingTimeInterval(86_460))
        let rareFarBack = PastFilter(kind: "ride", started: farBack.started)
        for (filter, place, expected) in [
            (PastFilter(), nil, 21), (farBack, nil, 21), (farBack, PastPlace(of: Self.past(500, at: 30_000)), 21),
            (PastFilter(kind: "ride"), nil, 2),
            (rareFarBack, nil, 1), (PastFilter(kind: "water-tracker"), nil, 0),
        ] as [(PastFilter, PastPlace?, Int)] {
            let clock = ContinuousClock()
            var found = 0
            let took = try (0..<10).map { _ in try clock.measure { found = try store.past(filter, after: place, limit: 21).count } }
            #expect(found == expected, "\(filter)")
            #expect(try #require(took.min()) < .milliseconds(10), "\(filter): \(took)")
        }
    }

    @Test("an update of what runs writes no page of the past's indices")
    func updates() throws {
        func logged(after index: String) throws -> Int {
            let folder = try TemporaryFolder()
            return try folder.withStore { store in
                try Self.fill(store, 1...500)
                try store.append([change(.start, record("live", start: 501))])
                // Whole again, so that no page which one of them left free is taken.
                try store.writer.withLock { try $0.execute("\(index); VACUUM") }
                try store.settle()
                for sequence in 502...520 as ClosedRange<UInt64> {
                    try store.append([change(.update, record("live", start: 501, sequence: sequence))])
                }
                return try folder.bytes("islet.sqlite-wal").count
            }
        }
        let without = try logged(after: "DROP INDEX activities_past_kind; DROP INDEX activities_past")
        #expect(try logged(after: "") == without)
        #expect(try logged(after: "CREATE INDEX every ON activities (sequence)") > without, "an index that is written would be seen")
    }
}

extension String {
    fileprivate func replacingFirst(_ text: String, with other: String) -> String {
        guard let range = firstRange(of: text) else { return self }
        return replacingCharacters(in: range, with: other)
    }
}
