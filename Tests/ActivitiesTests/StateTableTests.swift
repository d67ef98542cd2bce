import Activities
import Foundation
import Testing

/// activitykit.md, "States", row by row.
@Suite struct StateTableTests {
    let house: House
    init() throws { house = try House() }

    private func at(_ seconds: TimeInterval) -> Date { House.noon.addingTimeInterval(seconds) }
    private let alert = AlertConfiguration(title: "Soon", body: "On its way")

    @Test func `a request makes an active activity`() async throws {
        let record = try await house.start()
        #expect(record.activityState == .active)
        #expect(record.startDate == House.noon)
        #expect(record.pushToken.count == 64)
        #expect(record.id == record.id.lowercased() && record.id.count == 36)
        #expect(record.keepAlive == "worker")
        #expect(house.center.board.activity(record.id) == record)
    }

    @Test func `a request with a start date is pending and active at that date`() async throws {
        let record = try await house.start(.pizza(startDate: at(600), alert: alert))
        #expect(record.activityState == .pending)
        try await house.pass(to: 599.999)
        #expect(house.state(record.id) == .pending)
        try await house.pass(to: 600)
        let active = try #require(house.center.board.activity(record.id))
        #expect(active.activityState == .active)
        #expect(active.alert?.sequence == active.sequence)
        #expect(active.alert?.date == at(600))
        #expect(house.story(record.id) == ["start 0", "activate 600"])
        #expect(active.flips == [.midpoint])
    }

    @Test func `a start date needs an alert`() async throws {
        await #expect(throws: ActivityError.self) { try await house.start(.pizza(startDate: at(600))) }
        #expect(house.journal.changes.isEmpty)
    }

    @Test func `its stale date makes it stale and an update with a later one or none active again`() async throws {
        let record = try await house.start(.pizza(staleDate: at(60)))
        try await house.pass(to: 60)
        #expect(house.state(record.id) == .stale)
        #expect(house.center.board.activity(record.id)?.staleSince == at(60))
        var update = ContentUpdate.driver("John")
        update.staleDate = .some(at(120))
        try await house.update(record.id, update)
        #expect(house.state(record.id) == .active)
        try await house.pass(to: 120)
        #expect(house.state(record.id) == .stale)
        update.staleDate = .some(nil)
        try await house.update(record.id, update)
        #expect(house.state(record.id) == .active)
        #expect(house.center.board.activity(record.id)?.staleSince == nil)
    }

    @Test func `a stale date already past starts it stale with a warning`() async throws {
        let outcome = try await house.center.perform(.request(.pizza(staleDate: at(-1))))
        #expect(outcome.activities[0].activityState == .stale)
        #expect(outcome.warning != nil)
    }

    @Test func `an end by default leaves it ended for four hours`() async throws {
        let record = try await house.start()
        let ended = try await house.end(record.id)
        #expect(ended.activityState == .ended)
        #expect(ended.endDate == House.noon)
        #expect(ended.dismissalDate == at(4 * 3600))
        try await house.pass(to: 4 * 3600 - 0.001)
        #expect(house.state(record.id) == .ended)
        try await house.pass(to: 4 * 3600)
        #expect(house.state(record.id) == .dismissed)
        #expect(house.story(record.id) == ["start 0", "end 0", "dismiss 14400"])
    }

    @Test(arguments: [(600, 600), (18_000, 14_400)] as [(Double, Double)])
    func `an end after a date leaves it until then but not beyond four hours`(asked: Double, kept: Double) async throws {
        let record = try await house.start()
        #expect(try await house.end(record.id, .after(at(asked))).dismissalDate == at(kept))
    }

    @Test(arguments: [ActivityUIDismissalPolicy.immediate, .after(House.noon.addingTimeInterval(-1)), .afterMinutes(0)])
    func `an end at once or in the past dismisses`(policy: ActivityUIDismissalPolicy) async throws {
        let record = try await house.start()
        let ended = try await house.end(record.id, policy)
        #expect(ended.activityState == .dismissed)
        #expect(ended.dismissalDate == House.noon)
        #expect(house.center.board.list(limit: 10).total == 0)
        #expect(house.center.board.activity(record.id) == ended)
    }

    @Test func `the system ends it eight hours after the start`() async throws {
        let record = try await house.start()
        try await house.pass(to: 8 * 3600 - 0.001)
        #expect(house.state(record.id) == .active)
        try await house.pass(to: 8 * 3600)
        #expect(house.state(record.id) == .ended)
        #expect(house.story(record.id) == ["start 0", "flip midpoint 450", "flip end 900", "end 28800"])
    }

    @Test func `a longer range runs to its upper bound`() async throws {
        let record = try await house.start(.pizza(minutes: 600))
        try await house.pass(to: 36_000 - 0.001)
        #expect(house.state(record.id) == .active)
        try await house.pass(to: 36_000)
        #expect(house.story(record.id) == ["start 0", "flip midpoint 18000", "flip end 36000", "end 36000"])
    }

    @Test func `a pending one is replaced by an update and dismissed by an end`() async throws {
        let record = try await house.start(.pizza(startDate: at(600), alert: alert))
        let updated = try await house.update(record.id, .driver("John")).activities[0]
        #expect(updated.activityState == .pending)
        #expect(updated.content.state["driverName"] == .string("John"))
        #expect(try await house.end(record.id).activityState == .dismissed)
        try await house.pass(to: 601)
        #expect(house.state(record.id) == .dismissed)
    }

    @Test func `the operator dismisses an ended one and nothing else`() async throws {
        let record = try await house.start()
        await #expect { try await house.center.perform(.dismiss(id: record.id)) } throws: { error in
            if case ActivityError.notEnded(.active) = error { true } else { false }
        }
        try await house.end(record.id)
        #expect(try await house.center.perform(.dismiss(id: record.id)).activities[0].activityState == .dismissed)
        await #expect { try await house.center.perform(.dismiss(id: record.id)) } throws: { error in
            if case ActivityError.over(.dismissed) = error { true } else { false }
        }
    }

    @Test func `nothing changes an ended one`() async throws {
        let record = try await house.start()
        let ended = try await house.end(record.id)
        await #expect(throws: ActivityError.self) { try await house.update(record.id, .driver("John")) }
        await #expect(throws: ActivityError.self) { try await house.end(record.id) }
        #expect(house.center.board.activity(record.id) == ended)
    }

    @Test func `an end without final content keeps the last and with it takes the new`() async throws {
        let first = try await house.start()
        let second = try await house.start()
        #expect(try await house.end(first.id).content == first.content)
        let request = EndRequest(state: .merge(["driverName": .text("Ann")]))
        let ended = try await house.center.perform(.end(id: second.id, request)).activities[0]
        #expect(ended.content.state["driverName"] == .string("Ann"))
    }

    @Test func `ending all of a kind dismisses the running ones and delivered only those past their range`() async throws {
        let short = try await house.start(.pizza(minutes: 1))
        let long = try await house.start(.pizza(minutes: 60))
        let lap = try await house.start(.plain("lap"))
        try await house.pass(to: 60)
        #expect(house.center.board.list(limit: 10).delivered == ["pizza-delivery": 1])
        let delivered = try await house.center.perform(.endAll(kind: "pizza-delivery", deliveredOnly: true))
        #expect(delivered.activities.map(\.id) == [short.id])
        let all = try await house.center.perform(.endAll(kind: "pizza-delivery", deliveredOnly: false))
        #expect(all.activities.map(\.id) == [long.id])
        #expect(house.state(lap.id) == .active)
        #expect(try await house.center.perform(.endAll(kind: "pizza-delivery", deliveredOnly: false)).changed == false)
    }

    @Test func `an update after the end of the range brings the delivery back`() async throws {
        let record = try await house.start()
        try await house.pass(to: 1000)
        #expect(house.center.board.activity(record.id)?.flips == [.midpoint, .end])
        let update = ContentUpdate(state: .merge(["estimatedDeliveryTime": .minutesFromNow(60)]))
        let updated = try await house.update(record.id, update).activities[0]
        #expect(updated.flips.isEmpty)
        try await house.pass(to: 1000 + 1800)
        #expect(house.center.board.activity(record.id)?.flips == [.midpoint])
    }

    @Test func `an update sets the flips that its range has passed already`() async throws {
        let record = try await house.start()
        let update = ContentUpdate(state: .merge(["estimatedDeliveryTime": .range(lower: at(-900), upper: at(60))]))
        let outcome = try await house.update(record.id, update)
        #expect(outcome.activities[0].flips == [.midpoint])
        #expect(house.story(record.id) == ["start 0", "update 0"])
    }

    @Test func `what fell due while nobody ran happens at start in the order of the instants`() async throws {
        let a = try await house.start(.pizza(minutes: 10, staleDate: at(400)))
        let b = try await house.start(.pizza(minutes: 14))
        let before = house.journal.changes.count
        let later = try house.restarted(at: at(13 * 3600))
        _ = try await later.center.perform(.letTimePass)
        let missed = house.journal.changes.dropFirst(before)
        #expect(missed.map(\.date) == missed.map(\.date).sorted())
        #expect(missed.map(\.sequence) == missed.map(\.sequence).sorted())
        #expect(later.story(a.id) == ["start 0", "flip midpoint 300", "stale 400", "flip end 600", "end 28800", "dismiss 43200"])
        #expect(later.story(b.id) == ["start 0", "flip midpoint 420", "flip end 840", "end 28800", "dismiss 43200"])
        #expect(later.state(a.id) == .dismissed)
    }

    @Test func `controls move with what an operator may do and not with content or staleness`() async throws {
        let record = try await house.start(.pizza(staleDate: at(60)))
        try await house.update(record.id, .driver("John"))
        try await house.pass(to: 901)
        #expect(house.center.board.activity(record.id)?.controlsSequence == record.sequence)
        let ended = try await house.end(record.id)
        #expect(ended.controlsSequence == ended.sequence)
    }
}
