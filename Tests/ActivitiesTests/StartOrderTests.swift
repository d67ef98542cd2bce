import Foundation
import Testing

@testable import Activities

/// activitykit.md, "Order": a start that carries a `timestamp` is the first accepted one.
@Suite struct StartOrderTests {
    let house: House
    init() throws { house = try House() }

    private var now: Int64 { House.noon.wholeSeconds }

    private func start(_ timestamp: Int64?) async throws -> Outcome {
        var request = StartRequest.pizza()
        request.timestamp = timestamp
        return try await house.center.perform(.request(request))
    }

    @Test func `what a start's timestamp says is where the order of its activity begins`() async throws {
        for (timestamp, mark) in [
            (nil, now), (now, now), (now - 3600, now - 3600), (now + 60, now + 60), (now + 61, now), (now + 8 * 3600, now),
        ] {
            let outcome = try await start(timestamp)
            #expect(outcome.changed && !outcome.isIgnored && outcome.activities[0].timestampMark == mark)
            #expect((outcome.warning != nil) == (mark == now && (timestamp ?? now) > now))
        }
    }

    @Test func `one more than 8 hours ahead is ignored, and starts nothing`() async throws {
        let outcome = try await start(now + 8 * 3600 + 1)
        #expect(!outcome.changed && outcome.isIgnored && outcome.activities.isEmpty)
        #expect(
            outcome.warning == "Ignored: its timestamp \(now + 8 * 3600 + 1) lies more than 8 hours ahead of the server's time, \(now).")
        #expect(house.center.board.counts(kind: "pizza-delivery").all == 0)
    }

    @Test func `what is ignored is told from what differs in nothing`() async throws {
        let record = try await start(now).activities[0]
        for (timestamp, isIgnored) in [(now - 1, true), (now, false), (now + 8 * 3600 + 1, true)] {
            let update = ContentUpdate(state: .replace(record.content.state), timestamp: timestamp)
            let outcome = try await house.update(record.id, update)
            #expect(!outcome.changed && outcome.isIgnored == isIgnored)
        }
        #expect(try await house.center.perform(.end(id: record.id, EndRequest(timestamp: now - 1))).isIgnored)
    }
}
