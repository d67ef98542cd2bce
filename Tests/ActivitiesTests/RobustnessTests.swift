import Foundation
import Kinds
import Testing

@testable import Activities

/// robustness.md, "Activities".
@Suite struct RobustnessTests {
    let house: House
    init() throws { house = try House() }

    private func pizza(_ state: [String: JSON], attributes: [String: JSON] = [:]) -> StartRequest {
        let range = JSON.array([.string("2026-01-31T18:00:00Z"), .string("2026-01-31T18:15:00Z")])
        return StartRequest(
            kind: "pizza-delivery",
            payload: .encoded(
                attributes: .object(["numberOfPizzas": .integer(1), "totalAmount": .string("$99")].merging(attributes) { $1 }),
                state: .object(["driverName": .string("TIM"), "estimatedDeliveryTime": range].merging(state) { $1 })))
    }

    /// The fields that a start complains of; nil: it complains of nothing.
    private func refused(_ request: StartRequest) async throws -> [String]? {
        do {
            _ = try await house.center.perform(.request(request))
            return nil
        } catch {
            guard case .invalid(let errors) = error else { throw error }
            return errors.map(\.field)
        }
    }

    @Test func `of updates in any order, some twice, the newest stands and each is told what became of it`() async throws {
        let seed = UInt64.random(in: 0...UInt64.max)
        print("order seed \(seed)")
        var dice = Dice(seed)
        let id = try await house.start().id
        let first = House.noon.wholeSeconds
        house.clock.set(House.noon.addingTimeInterval(100))
        var last: (timestamp: Int64, name: String) = (first, "TIM")
        for step in 0..<120 {
            let timestamp = first - 5 + Int64(dice.roll(100))
            let name = "D\(step % 7)"
            let outcome = try await house.update(id, .driver(name, timestamp: timestamp))
            let isLate = timestamp < last.timestamp
            #expect(outcome.changed == (!isLate && name != last.name), "seed \(seed)")
            #expect((outcome.warning != nil) == isLate, "seed \(seed)")
            if !isLate { last = (timestamp, name) }
            #expect(house.center.board.activity(id)?.content.state["driverName"] == .string(last.name), "seed \(seed)")
        }
    }

    @Test(arguments: [ActivityUIDismissalPolicy.default, .immediate])
    func `an end twice, and an update after it, are told so and write nothing`(policy: ActivityUIDismissalPolicy) async throws {
        let id = try await house.start().id
        let ended = try await house.end(id, policy)
        let count = house.journal.changes.count
        for command in [Command.end(id: id, EndRequest()), .update(id: id, .driver("A"))] {
            await #expect { _ = try await house.center.perform(command) } throws: { error in
                if case ActivityError.over(ended.activityState) = error { true } else { false }
            }
        }
        #expect(house.journal.changes.count == count)
    }

    @Test func `a start twice makes two with ids and tokens of their own`() async throws {
        let (a, b) = (try await house.start(), try await house.start())
        #expect(a.id != b.id && a.pushToken != b.pushToken)
        #expect(house.center.board.list(limit: 9).total == 2)
    }

    @Test func `a key repeated with the same body answers the first, with another is refused, without one the key counts`() async throws {
        func request(_ fingerprint: String?) -> StartRequest {
            var request = StartRequest.pizza(key: "k")
            request.idempotencyFingerprint = fingerprint
            return request
        }
        let first = try await house.start(request("one"))
        #expect(try await house.start(request("one")).id == first.id)
        #expect(try await house.start(request(nil)).id == first.id)
        try await house.end(first.id)
        let later = try house.restarted(at: House.noon)
        for house in [house, later] {
            await #expect { try await house.start(request("two")) } throws: { error in
                if case ActivityError.idempotencyKeyReused = error { true } else { false }
            }
        }
        #expect(house.journal.changes.filter { $0.event == .start }.count == 1)
    }

    @Test func `keys and fingerprints hold their bounds and not one byte more`() async throws {
        func request(_ key: Int, _ fingerprint: Int) -> StartRequest {
            var request = StartRequest.pizza(key: String(repeating: "k", count: key))
            request.idempotencyFingerprint = String(repeating: "f", count: fingerprint)
            return request
        }
        #expect(try await refused(request(Limits.idempotencyKeyBytes, Limits.idempotencyFingerprintBytes)) == nil)
        #expect(try await refused(request(Limits.idempotencyKeyBytes + 1, 0)) == ["idempotencyKey"])
        #expect(try await refused(request(1, Limits.idempotencyFingerprintBytes + 1)) == ["idempotencyFingerprint"])
        #expect(try await refused(request(0, 0)) == ["idempotencyKey"])
    }

    @Test func `a record whose shape its kind no longer reads stays, traps nobody and can be ended`() async throws {
        let old = try await house.start()
        var strange = old
        strange.content.state = .object(["driver": .integer(7)])
        try house.journal.append([Change(sequence: old.sequence + 1, event: .update, date: House.noon, activity: strange)])
        let again = try house.restarted(at: House.noon)
        #expect(again.center.board.activity(old.id)?.content.state["driver"] == .integer(7))
        #expect(throws: DecodingError.self) {
            _ = try again.center.kinds["pizza-delivery"]?.presentation(of: strange, clock: WallClock(timeZone: .gmt))
        }
        await #expect(throws: ActivityError.self) { try await again.update(old.id, .driver("A")) }
        #expect(try await again.end(old.id).activityState == .ended)
    }

    @Test func `a record of a kind that is gone stays, takes no update and can be ended`() async throws {
        let old = try await house.start()
        let again = try House(journal: house.journal, kinds: [Lap.self])
        #expect(again.center.board.activity(old.id) == old)
        await #expect(throws: ActivityError.self) { try await again.update(old.id, .driver("A")) }
        #expect(try await again.end(old.id).activityState == .ended)
    }

    @Test(arguments: [Double.nan, .infinity, -.infinity])
    func `a number that is none is refused at its field`(number: Double) async throws {
        #expect(try await refused(.pizza(relevance: number)) == ["relevanceScore"])
        #expect(try await refused(.pizza(minutes: number)) == ["minutes"])
        #expect(try await refused(.pizza(staleDate: Date(timeIntervalSince1970: number))) == ["staleDate"])
        let id = try await house.start().id
        await #expect(throws: ActivityError.self) {
            try await house.update(id, ContentUpdate(state: .merge([:]), relevanceScore: number))
        }
        await #expect(throws: ActivityError.self) { try await house.end(id, .after(Date(timeIntervalSince1970: number))) }
        await #expect(throws: ActivityError.self) { try await house.end(id, .afterMinutes(number)) }
    }

    @Test func `a date ten years from now is taken and one a second further is not`() async throws {
        let farthest = House.noon.addingTimeInterval(Limits.farthest)
        #expect(try await refused(.pizza(staleDate: farthest)) == nil)
        #expect(try await refused(.pizza(staleDate: farthest.addingTimeInterval(1))) == ["staleDate"])
        // Milliseconds where seconds were meant.
        #expect(try await refused(.pizza(staleDate: Date(timeIntervalSince1970: 1_769_882_400_000))) == ["staleDate"])
    }

    @Test(arguments: [
        ("2026-02-30T18:00:00Z", "2026-03-01T18:00:00Z"), ("2026-01-31T18:15:00Z", "2026-01-31T18:00:00Z"), ("9999-01-01T00:00:00Z", "9999-01-01T00:00:01Z"),
        ("0000-01-01T00:00:00Z", "2026-01-31T18:00:00Z"), ("2026-01-31", "2026-02-01"), ("", ""),
    ])
    func `a range of days that are not there, far away or exchanged is refused at its field`(lower: String, upper: String) async throws {
        let request = pizza(["estimatedDeliveryTime": .array([.string(lower), .string(upper)])])
        #expect(try await refused(request) == ["estimatedDeliveryTime"])
    }

    @Test func `keys that are missing, extra or of another type are told by name`() async throws {
        #expect(try await refused(pizza(["more": .array([.null])])) == nil)
        #expect(try await refused(pizza(["driverName": .null])) == ["driverName"])
        #expect(try await refused(pizza([:], attributes: ["numberOfPizzas": .string("2")])) == ["numberOfPizzas"])
        #expect(try await refused(pizza(["estimatedDeliveryTime": .array([])])) == ["estimatedDeliveryTime"])
    }

    @Test func `a name of 500 characters of many scalars is kept whole, one more is refused`() async throws {
        let family = "👨‍👩‍👧‍👦"
        let record = try await house.start(pizza(["driverName": .string(String(repeating: family, count: 140))]))
        #expect(record.content.state["driverName"]?.string?.count == 140)
        let name = String(repeating: "ö", count: 500)
        #expect(try await house.start(pizza(["driverName": .string(name)])).content.state["driverName"] == .string(name))
        #expect(try await refused(pizza(["driverName": .string(name + "ö")])) == ["driverName"])
    }

    @Test func `an update holds 4096 bytes with the attributes and not one more, and leaves what is shown`() async throws {
        let id = try await house.start(.plain("lap")).id
        let fits = String(repeating: "\"", count: (4096 - #"{}{"note":""}"#.utf8.count) / 2)
        let odd = fits + ((4096 - #"{}{"note":""}"#.utf8.count) % 2 == 1 ? "x" : "")
        func update(_ note: String) -> ContentUpdate { ContentUpdate(state: .replace(.object(["note": .string(note)]))) }
        #expect(try await house.update(id, update(odd)).changed)
        await #expect { try await house.update(id, update(odd + "x")) } throws: { error in
            if case ActivityError.authorization(.attributesTooLarge) = error { true } else { false }
        }
        #expect(house.center.board.activity(id)?.content.state["note"] == .string(odd))
    }

    @Test func `the server's clock set back neither undoes nor stops anything`() async throws {
        let id = try await house.start().id
        try await house.pass(to: 450)
        house.clock.set(House.noon.addingTimeInterval(-3600))
        #expect(try await house.update(id, .driver("A")).changed)
        #expect(house.state(id) == .active)
        try await house.pass(to: 900)
        #expect(house.center.board.activity(id)?.isDelivered == true)
    }
}
