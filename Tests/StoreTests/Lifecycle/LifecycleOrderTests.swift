import Activities
import Foundation
import Testing

/// activitykit.md, "Order" and "Which activity is where", on every setting.
@Suite struct LifecycleOrderTests {
    private let now = Int64(LifecycleHouse.noon.timeIntervalSince1970)
    private func at(_ seconds: TimeInterval) -> Date { LifecycleHouse.at(seconds) }

    /// An update's timestamp, after one of now + 10 was accepted, in seconds after now.
    struct Sent: Sendable, CustomTestStringConvertible {
        let timestamp: Int64?
        let isTaken: Bool
        let mark: Int64
        let warns: String?
        init(_ timestamp: Int64?, taken: Bool, mark: Int64, warns: String? = nil) {
            (self.timestamp, self.isTaken, self.mark, self.warns) = (timestamp, taken, mark, warns)
        }
        var testDescription: String { "\(timestamp.map(String.init) ?? "none") | \(isTaken ? "taken" : "ignored") | mark \(mark)" }
    }

    /// The clock stands 30 s after the start.
    static let sent = [
        Sent(9, taken: false, mark: 10, warns: "older"),
        Sent(10, taken: true, mark: 10),
        Sent(11, taken: true, mark: 11),
        Sent(30 + 60, taken: true, mark: 90),
        Sent(30 + 61, taken: true, mark: 30, warns: "counts as now"),
        Sent(30 + 28_800, taken: true, mark: 30, warns: "counts as now"),
        Sent(30 + 28_801, taken: false, mark: 10, warns: "more than 8 hours ahead"),
        Sent(nil, taken: true, mark: 30),
        Sent(.max, taken: false, mark: 10, warns: "more than 8 hours ahead"),
        Sent(.min, taken: false, mark: 10, warns: "older"),
    ]

    @Test("a timestamp is taken or ignored as the table says, an update's as an end's", arguments: sent, Setting.all)
    func order(_ sent: Sent, _ setting: Setting) async throws {
        for isEnd in [false, true] {
            let house = try LifecycleHouse(setting)
            let id = try await house.start().id
            try await house.pass(to: 30)
            try await house.perform(.rotateToken(id: id))
            // The start itself was accepted at 0.
            try await house.update(id, .driver("First", timestamp: now + 10))
            let timestamp = sent.timestamp.map { now.addingReportingOverflow($0).overflow ? $0 : now + $0 }
            let outcome =
                isEnd ? try await house.end(id, timestamp: timestamp) : try await house.update(id, .driver("Second", timestamp: timestamp))
            #expect(outcome.changed == sent.isTaken)
            #expect(try house.record(id).timestampMark == now + sent.mark)
            #expect(outcome.warning?.contains(sent.warns ?? "") ?? (sent.warns == nil), "\(outcome.warning ?? "no warning")")
            #expect((outcome.warning != nil) == (sent.warns != nil))
            if isEnd {
                #expect(try house.state(id) == (sent.isTaken ? .ended : .active))
            } else {
                #expect(try house.record(id).content.state["driverName"] == .string(sent.isTaken ? "Second" : "First"))
            }
        }
    }

    @Test("of equal timestamps the one that arrives last stands", arguments: Setting.all)
    func equal(_ setting: Setting) async throws {
        let house = try LifecycleHouse(setting)
        let id = try await house.start().id
        for name in ["A", "B", "C"] { #expect(try await house.update(id, .driver(name, timestamp: now + 5)).changed) }
        #expect(try house.record(id).content.state["driverName"] == .string("C"))
    }

    @Test("a command without a timestamp is never too late, and the mark never goes back", arguments: Setting.all)
    func none(_ setting: Setting) async throws {
        let house = try LifecycleHouse(setting)
        let id = try await house.start().id
        try await house.update(id, .driver("A", timestamp: now + 50))
        #expect(try await house.update(id, .driver("B")).changed)
        #expect(try house.record(id).timestampMark == now + 50)
        #expect(try await house.update(id, .driver("C", timestamp: now + 49)).changed == false)
    }

    @Test("an update equal to what is shown is told as a no-op, announced to nobody, and moves the mark", arguments: Setting.all)
    func noOp(_ setting: Setting) async throws {
        let house = try LifecycleHouse(setting)
        let record = try await house.start(.pizza("A"))
        let outcome = try await house.update(record.id, .driver("A", timestamp: now + 9))
        #expect(!outcome.changed && outcome.warning == nil)
        #expect(house.announced.count == 1)
        #expect(try house.record(record.id).sequence == record.sequence)
        #expect(try await house.update(record.id, .driver("B", timestamp: now + 8)).changed == false)
        #expect(try await house.update(record.id, .driver("A", alert: Row.alert)).changed, "with an alert it rings")
        #expect(try await house.update(record.id, .driver("A", staleDate: at(60))).changed, "a stale date is content too")
    }

    @Test(
        "one kind runs: its top by relevance, of equals the earlier; two or more: the one that alerted last, else the first",
        arguments: Setting.all)
    func island(_ setting: Setting) async throws {
        let house = try LifecycleHouse(setting)
        func shown() -> [String] { house.center.board.island.activities.map(\.id) }
        let pizza = try await house.start(.pizza(relevance: 1)).id
        let other = try await house.start(.pizza(relevance: 1)).id
        #expect(shown() == [pizza])
        var raised = ContentUpdate.driver("A")
        raised.relevanceScore = 2
        try await house.update(other, raised)
        #expect(shown() == [other])

        let lap = try await house.start(.note(Lap.self)).id
        #expect(shown() == [other, lap])
        let errand = try await house.start(.note(Errand.self)).id
        #expect(shown() == [other, lap], "the third waits")
        var loud = ContentUpdate.note("x")
        loud.alert = Row.alert
        try await house.update(errand, loud)
        #expect(shown() == [errand, other], "attached: alerted last; detached: the next")
        try await house.update(lap, loud)
        #expect(shown() == [lap, errand])
        for id in [lap, errand] { try await house.end(id) }
        #expect(shown() == [other])
        for id in [pizza, other] { try await house.end(id, .immediate) }
        #expect(house.center.board.island == .empty)
    }
}
