import Foundation
import Synchronization

@testable import Activities

/// Chance that can be had again from its seed.
struct Dice {
    private var state: UInt64
    init(_ seed: UInt64) { state = seed }

    mutating func roll(_ sides: Int) -> Int {
        state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        return Int((state >> 33) % UInt64(sides))
    }

    mutating func pick<Element>(_ elements: [Element]) -> Element { elements[roll(elements.count)] }

    mutating func command(_ ids: [String]) -> Command {
        guard let id = ids.isEmpty ? nil : pick(ids) else { return .request(.pizza()) }
        let alert = roll(3) == 0 ? AlertConfiguration(title: "Ring", body: "") : nil
        switch roll(10) {
        case 0, 1: return .request(.pizza(minutes: Double(roll(900)), relevance: Double(roll(3)), alert: alert))
        case 2: return .request(.plain(pick(["lap", "errand"]), relevance: Double(roll(3)), alert: alert))
        case 3: return .end(id: id, EndRequest(policy: pick([.default, .immediate, .afterMinutes(Double(roll(60)))])))
        case 4: return .dismiss(id: id)
        case 5: return .letTimePass
        case 6 where roll(8) == 0: return .endAll(kind: "pizza-delivery", deliveredOnly: roll(2) == 0)
        default:
            let state: ContentUpdate.State =
                roll(3) == 0
                ? .merge(["estimatedDeliveryTime": .minutesFromNow(Double(roll(90)))]) : .merge(["driverName": .text("D\(roll(4))")])
            return .update(id: id, ContentUpdate(state: state, relevanceScore: Double(roll(4)), alert: alert))
        }
    }
}

/// A number that counts how often it is compared.
struct Counted: Comparable, Sendable {
    static let comparisons = Atomic<Int>(0)
    let value: Int

    static func < (a: Counted, b: Counted) -> Bool {
        comparisons.add(1, ordering: .relaxed)
        return a.value < b.value
    }
    static func == (a: Counted, b: Counted) -> Bool {
        comparisons.add(1, ordering: .relaxed)
        return a.value == b.value
    }
}
