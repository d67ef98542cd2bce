import Activities
import Foundation

@testable import islet

extension House {
    var epoch: String { serving.center.epoch }
    var revision: UInt64 { serving.center.board.revision }
    /// Where a reader stands who has been told everything.
    var position: String { "\(epoch)-\(revision)" }

    /// As many changes, in turn, without the way over the network.
    func update(_ ids: [String], times: Int) async throws {
        let (center, first) = (serving.center, revision)
        try await withThrowingTaskGroup(of: Void.self) { group in
            for number in 0..<times {
                let update = ContentUpdate(state: .merge(["driverName": .text("D\(first)-\(number)")]))
                group.addTask { _ = try await center.perform(.update(id: ids[number % ids.count], update)) }
            }
            try await group.waitForAll()
        }
    }

    /// A delivery as a program starts it.
    func begin(_ driver: String, from: Date? = nil, until: Date, staleDate: Date? = nil, startDate: Date? = nil) async throws -> String {
        let request = StartRequest(
            kind: "pizza-delivery",
            payload: .fields(["driverName": .text(driver), "estimatedDeliveryTime": .range(lower: from ?? clock.now, upper: until)]),
            staleDate: staleDate, startDate: startDate,
            alert: startDate.map { _ in AlertConfiguration(title: "On its way", body: driver) })
        return try await serving.center.perform(.request(request)).activities[0].id
    }
}

extension EventReader.Event {
    var sequence: UInt64? { id?.split(separator: "-").last.flatMap { UInt64($0) } }
    var json: JSON { get throws { try JSON(bytes: Array(data.utf8)) } }
}

extension JSON {
    var ids: [String]? {
        guard case .array(let all) = self else { return nil }
        return all.compactMap { $0["id"]?.string }
    }

    /// `flip midpoint`, or the event's name alone.
    var happening: String { [self["event"]?.string, self["flip"]?.string].compactMap { $0 }.joined(separator: " ") }
}
