import Activities
import Foundation
import Testing

/// activitykit.md, "Which activity is where".
@Suite struct ArbitrationTests {
    let house: House
    init() throws { house = try House() }
    private let alert = AlertConfiguration(title: "Ring", body: "")

    @Test func `nothing runs: empty; one kind: its top by relevance, ties by earlier start`() async throws {
        #expect(house.center.board.island == .empty)
        let first = try await house.start(.pizza(relevance: 1))
        let second = try await house.start(.pizza(relevance: 1))
        #expect(house.center.board.island == .compact(first))
        var update = ContentUpdate.driver("A")
        update.relevanceScore = 2
        let raised = try await house.update(second.id, update).activities[0]
        #expect(house.center.board.island == .compact(raised))
        try await house.end(second.id)
        #expect(house.center.board.island == .compact(first))
    }

    @Test func `of several kinds the one that started first is attached until another alerts`() async throws {
        let pizza = try await house.start()
        let lap = try await house.start(.plain("lap"))
        let errand = try await house.start(.plain("errand"))
        #expect(house.center.board.island == .minimal(attached: pizza, detached: lap))
        let rung = ContentUpdate(state: .merge(["note": .text("x")]), alert: alert)
        let loud = try await house.update(errand.id, rung).activities[0]
        #expect(house.center.board.island == .minimal(attached: loud, detached: pizza))
        try await house.end(errand.id)
        #expect(house.center.board.island == .minimal(attached: pizza, detached: lap))
    }

    @Test func `a pending one is not in the island`() async throws {
        try await house.start(.pizza(startDate: House.noon.addingTimeInterval(60), alert: alert))
        #expect(house.center.board.island == .empty)
    }
}
