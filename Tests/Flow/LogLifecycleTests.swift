import Activities
import Foundation
import HTTP
import Testing

@testable import islet

extension FlowTests {
    /// What time does to activities, as the log tells it (activitykit.md, "States").
    @Suite struct LogLifecycle {
        @Test func `what fell due while nobody ran is in the log, in order and at its instants`() async throws {
            try await House.open { house in
                let start = house.clock.now
                let hours = { (count: Double) in start + count * 3600 }
                let stale = try await house.begin("STALE", until: hours(7), staleDate: hours(2))
                let pending = try await house.begin("PENDING", from: hours(1), until: hours(3), startDate: hours(1))
                let ended = try await house.begin("ENDED", until: hours(1))
                _ = try await house.serving.center.perform(.end(id: ended, EndRequest(policy: .after(hours(2.5)))))
                let position = house.position
                let reader = try house.events(LogStreams.whole, after: position)
                try await house.restart(after: 20 * 3600)
                #expect(reader.next() == nil && reader.isComplete)
                let expected: [(String, String, Double)] = [
                    (pending, "activate", 1), (stale, "stale", 2), (pending, "flip midpoint", 2), (ended, "dismiss", 2.5),
                    (pending, "flip end", 3),
                    (stale, "flip midpoint", 3.5), (stale, "flip end", 7), (stale, "end", 8), (pending, "end", 9), (stale, "dismiss", 12),
                    (pending, "dismiss", 13),
                ]
                let again = try house.events(LogStreams.whole, after: position)
                let events = try expected.indices.compactMap { _ in try again.next()?.json }
                #expect(events.map { $0["id"]?.string } == expected.map(\.0))
                #expect(events.map(\.happening) == expected.map(\.1))
                #expect(events.map { $0["at"]?.string } == expected.map { ISO8601.string(hours($0.2)) })
                #expect(events[1]["activity"]?["activityState"]?.string == "stale")
                for (id, count) in [(pending, 5), (stale, 5), (ended, 1)] {
                    let own = try house.events(LogStreams.own(id), as: .nobody, after: position)
                    var seen: [String] = []
                    while let event = own.next() { seen.append(try event.json.happening) }
                    #expect(own.isComplete && seen.count == count && seen.last == "dismiss")
                }
            }
        }
    }
}
