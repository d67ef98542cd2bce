import Activities
import Foundation
import Testing

/// What an end of all of a kind, a flip and the controls do; the states themselves are walked on every journal beside the store.
@Suite struct StateTests {
    let house: House
    init() throws { house = try House() }

    private func at(_ seconds: TimeInterval) -> Date { House.noon.addingTimeInterval(seconds) }

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

    @Test func `an update sets the flips that its range has passed already`() async throws {
        let record = try await house.start()
        let update = ContentUpdate(state: .merge(["estimatedDeliveryTime": .range(lower: at(-900), upper: at(60))]))
        let outcome = try await house.update(record.id, update)
        #expect(outcome.activities[0].flips == [.midpoint])
        #expect(house.story(record.id) == ["start 0", "update 0"])
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
