import Foundation
import Testing

@testable import Activities

@Suite struct JSONSizeTests {
    @Test func `the counted size is the written size`() {
        let seed = UInt64.random(in: 0...UInt64.max)
        print("size seed \(seed)")
        var dice = Dice(seed)
        for _ in 0..<500 {
            let json = json(&dice, depth: 0)
            #expect(json.byteCountWithoutNulls == json.withoutNulls.bytes.count, "seed \(seed)")
        }
    }

    @Test func `depth counts arrays and objects`() {
        #expect(JSON.null.depth == 0)
        #expect(JSON.array([]).depth == 1)
        #expect(JSON.object(["a": .array([.integer(1)]), "b": .null]).depth == 2)
    }

    private func json(_ dice: inout Dice, depth: Int) -> JSON {
        let texts = ["", "a\n\r\t", "\u{1}\"\\", "👨🏻‍🍳", "plain"]
        switch dice.roll(depth < 3 ? 7 : 5) {
        case 0: return .null
        case 1: return .boolean(dice.roll(2) == 0)
        case 2: return .integer(Int64(dice.roll(1_000_000)) - 500_000)
        case 3: return .number(Double(dice.roll(1000)) / 8)
        case 4: return .string(dice.pick(texts) + dice.pick(texts))
        case 5: return .array((0..<dice.roll(4)).map { _ in json(&dice, depth: depth + 1) })
        default:
            var members: [String: JSON] = [:]
            for _ in 0..<dice.roll(4) { members[dice.pick(texts) + "\(dice.roll(9))"] = json(&dice, depth: depth + 1) }
            return .object(members)
        }
    }
}
