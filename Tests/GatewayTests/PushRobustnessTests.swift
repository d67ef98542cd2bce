import Activities
import Foundation
import Kinds
import Testing

@testable import Gateway

/// robustness.md, "Activities": whatever bytes come.
@Suite struct PushRobustnessTests {
    private struct Dice: RandomNumberGenerator {
        var state: UInt64
        mutating func next() -> UInt64 {
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return state ^ (state >> 29)
        }
    }

    private static let payload =
        #"{"aps":{"event":"start","timestamp":1780000000,"attributes-type":"PizzaDeliveryAttributes","attributes":{"numberOfPizzas":2,"totalAmount":"$20"},"content-state":{"driverName":"TIM","estimatedDeliveryTime":[801692800,801693700]},"stale-date":1780000900,"relevance-score":1,"alert":{"title":"A","body":{"loc-key":"%1$@","loc-args":["x"]},"sound":"b.caf"}}}"#

    private static let pieces = [
        "null", "-1e308", "1e308", "9223372036854775807", "-9223372036854775808", "1780000000000", "\"\"", "[]", "{}", "[[[[", "0.1",
        "true",
        "\"2026-02-30T00:00:00Z\"", "\"%99999$@\"", "\u{FFFE}", "e\u{301}", "[801692800]", "{\"loc-key\":5}",
    ]

    /// A command, or a sentence that says why there is none.
    private func read(_ body: [UInt8]) -> (isCommand: Bool, sentence: String) {
        do throws(PushFault) {
            let command = try PushCommand(PushPayload(body), to: .start(AnyKind(PizzaDelivery.self)), now: PushedContentTests.now)
            return (true, command.warnings.joined(separator: " "))
        } catch {
            return (false, error.sentence)
        }
    }

    @Test func `whatever bytes come there is a command or a sentence, and its header is one bounded line of ASCII`() {
        #expect(read(Array(Self.payload.utf8)) == (true, ""))
        let seed = UInt64.random(in: 0...UInt64.max)
        print("push seed \(seed)")
        var dice = Dice(state: seed)
        var commands = 0
        for _ in 0..<3000 {
            var body = Array(Self.payload.utf8)
            for _ in 0..<Int.random(in: 1...2, using: &dice) {
                let place = Int.random(in: 0..<body.count, using: &dice)
                let end = min(body.count, place + Int.random(in: 0...12, using: &dice))
                switch Int.random(in: 0..<3, using: &dice) {
                case 0: body[place] = UInt8.random(in: 0...255, using: &dice)
                case 1: body.removeSubrange(place..<end)
                default: body.replaceSubrange(place..<end, with: Array(Self.pieces.randomElement(using: &dice)?.utf8 ?? "".utf8))
                }
            }
            let (isCommand, sentence) = read(body)
            let line = PushAnswer.line(sentence)
            commands += isCommand ? 1 : 0
            #expect(isCommand || !sentence.isEmpty)
            #expect(line.utf8.count <= PushAnswer.outcomeBytes && line.utf8.allSatisfy { (0x20...0x7e).contains($0) })
        }
        #expect(commands > 0 && commands < 3000)
    }

    @Test func `each value in each place is a command or a sentence`() {
        guard let json = try? JSON(bytes: Array(Self.payload.utf8)), let aps = json["aps"] else {
            Issue.record("the sample is no JSON")
            return
        }
        for piece in Self.pieces {
            guard let value = try? JSON(bytes: Array(piece.utf8)) else { continue }
            for places in [
                ["event"], ["timestamp"], ["attributes-type"], ["attributes"], ["attributes", "numberOfPizzas"], ["content-state"],
                ["content-state", "driverName"], ["content-state", "estimatedDeliveryTime"], ["stale-date"], ["relevance-score"], ["alert"],
                ["alert", "title"], ["alert", "sound"],
            ] {
                let body = JSON.object(["aps": replaced(aps, places[...], value)]).bytes
                let (isCommand, sentence) = read(body)
                #expect(isCommand || !sentence.isEmpty, "\(places) \(piece)")
            }
        }
    }

    private func replaced(_ json: JSON, _ places: ArraySlice<String>, _ value: JSON) -> JSON {
        guard let place = places.first else { return value }
        guard case .object(var members) = json else { return json }
        members[place] = replaced(members[place] ?? .null, places.dropFirst(), value)
        return .object(members)
    }
}
