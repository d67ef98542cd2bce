import Activities
import Foundation
import Testing

/// activitykit.md, "Order" and "Limits and errors".
@Suite struct OrderTests {
    let house: House
    let now = Int64(House.noon.timeIntervalSince1970)
    init() throws { house = try House() }

    private func driver(_ id: String) -> JSON? { house.center.board.activity(id)?.content.state["driverName"] }

    @Test func `an update older than the last accepted is ignored and an equal one accepted`() async throws {
        let record = try await house.start()
        #expect(try await house.update(record.id, .driver("A", timestamp: now + 5)).changed)
        let ignored = try await house.update(record.id, .driver("B", timestamp: now + 4))
        #expect(!ignored.changed && ignored.warning != nil)
        #expect(driver(record.id) == .string("A"))
        #expect(try await house.update(record.id, .driver("C", timestamp: now + 5)).changed)
        #expect(driver(record.id) == .string("C"))
    }

    @Test func `a timestamp up to 60 s ahead stands and one beyond counts as now`() async throws {
        let first = try await house.start()
        #expect(try await house.update(first.id, .driver("A", timestamp: now + 60)).warning == nil)
        #expect(house.center.board.activity(first.id)?.timestampMark == now + 60)
        let second = try await house.start()
        #expect(try await house.update(second.id, .driver("A", timestamp: now + 61)).warning != nil)
        #expect(house.center.board.activity(second.id)?.timestampMark == now)
    }

    @Test func `a timestamp more than 8 h ahead is ignored`() async throws {
        let record = try await house.start()
        #expect(try await house.update(record.id, .driver("A", timestamp: now + 8 * 3600)).changed)
        #expect(try await house.update(record.id, .driver("B", timestamp: now + 8 * 3600 + 1)).changed == false)
        #expect(driver(record.id) == .string("A"))
    }

    @Test func `without a timestamp nothing is too late and the mark does not go back`() async throws {
        let record = try await house.start()
        try await house.update(record.id, .driver("A", timestamp: now + 50))
        #expect(try await house.update(record.id, .driver("B")).changed)
        #expect(house.center.board.activity(record.id)?.timestampMark == now + 50)
    }

    @Test func `a no-op is told as one, moves the mark for good, and is announced to nobody`() async throws {
        let record = try await house.start(.pizza("A"))
        let turns = Lines()
        let token = house.center.feed.subscribe { turns.append(.info, "\($0.ids)") }
        let outcome = try await house.update(record.id, .driver("A", timestamp: now + 9))
        #expect(!outcome.changed)
        #expect(turns.all.isEmpty)
        #expect(house.center.board.activity(record.id)?.sequence == record.sequence)
        #expect(house.center.board.changes(after: record.sequence)?.activities == [])
        let later = try house.restarted(at: House.noon)
        #expect(try await later.update(record.id, .driver("B", timestamp: now + 8)).changed == false)
        #expect(try await later.update(record.id, .driver("B", timestamp: now + 9)).changed)
        house.center.feed.unsubscribe(token)
    }

    @Test func `an equal update with an alert rings`() async throws {
        let record = try await house.start(.pizza("A"))
        let outcome = try await house.update(record.id, .driver("A", alert: AlertConfiguration(title: "Hey", body: "")))
        #expect(outcome.changed)
        #expect(outcome.activities[0].alert?.sequence == outcome.activities[0].sequence)
    }

    @Test func `an end obeys the order too`() async throws {
        let record = try await house.start()
        try await house.update(record.id, .driver("A", timestamp: now + 5))
        let late = try await house.center.perform(.end(id: record.id, EndRequest(timestamp: now + 4)))
        #expect(!late.changed && house.state(record.id) == .active)
        #expect(try await house.center.perform(.end(id: record.id, EndRequest(timestamp: now + 5))).changed)
    }

    @Test func `an expected sequence that is not the newest is overtaken`() async throws {
        let record = try await house.start()
        var update = ContentUpdate.driver("A")
        update.expectedSequence = record.sequence
        let sequence = try await house.update(record.id, update).activities[0].sequence
        await #expect { try await house.update(record.id, update) } throws: { error in
            if case ActivityError.overtaken(current: sequence) = error { true } else { false }
        }
    }

    @Test func `one key starts one activity for 24 hours, in one turn and over a restart`() async throws {
        async let a = house.start(.pizza(key: "k"))
        async let b = house.start(.pizza(key: "k"))
        let (first, second) = try await (a, b)
        #expect(first.id == second.id)
        let later = try house.restarted(at: House.noon.addingTimeInterval(86_399))
        #expect(try await later.start(.pizza(key: "k")).id == first.id)
        let next = try house.restarted(at: House.noon.addingTimeInterval(86_400))
        #expect(try await next.start(.pizza(key: "k")).id != first.id)
    }

    @Test func `activities switched off refuse a start and leave what runs`() async throws {
        let record = try await house.start()
        _ = try await house.center.perform(.changeSettings(SettingsChange(activitiesEnabled: false)))
        await #expect { try await house.start() } throws: { error in
            if case ActivityError.authorization(.denied) = error { true } else { false }
        }
        #expect(house.lines.all.contains("Live Activities are not enabled"))
        #expect(try await house.update(record.id, .driver("John")).changed)
    }

    @Test(
        arguments: [(2, 5, .globalMaximumExceeded), (5, 2, .targetMaximumExceeded)] as [(Int, Int, ActivityAuthorizationError)])
    func `the maxima hold at n and n + 1 and an end makes room`(all: Int, kind: Int, error wanted: ActivityAuthorizationError) async throws
    {
        let house = try House(limits: Limits(activities: all, activitiesPerKind: kind))
        let first = try await house.start()
        try await house.start()
        await #expect { try await house.start() } throws: { error in
            if case ActivityError.authorization(wanted) = error { true } else { false }
        }
        try await house.end(first.id)
        try await house.start()
    }

    @Test func `attributes and state hold 4096 bytes and not one more`() async throws {
        let empty = #"{}{"note":""}"#.utf8.count
        let fits = String(repeating: "x", count: 4096 - empty)
        try await house.start(.plain("lap", note: fits))
        await #expect { try await house.start(.plain("lap", note: fits + "x")) } throws: { error in
            if case ActivityError.authorization(.attributesTooLarge) = error { true } else { false }
        }
    }

    @Test func `settings keep what is left out and refuse what does not fit`() async throws {
        _ = try await house.center.perform(.changeSettings(SettingsChange(timeZone: .named("Europe/Berlin"), timerColor: "#ABCDEF")))
        #expect(house.center.board.settings.timeZone == "Europe/Berlin")
        #expect(house.center.board.settings.timerColor == "#abcdef")
        #expect(house.center.board.settings.activitiesEnabled)
        for change in [
            SettingsChange(timeZone: .named("Moon/Crater")), SettingsChange(timeZone: .named("UTC\0<b>")), SettingsChange(timerColor: "red"),
            SettingsChange(stopwatchColor: "#12345g"),
        ] {
            await #expect(throws: ActivityError.self) { try await house.center.perform(.changeSettings(change)) }
        }
    }
}
