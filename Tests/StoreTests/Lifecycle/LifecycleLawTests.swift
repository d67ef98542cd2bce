import Activities
import Foundation
import Testing

/// activitykit.md: what is marked decided there about states and limits, on every setting.
@Suite struct LifecycleLawTests {
    private let noon = LifecycleHouse.noon
    private func at(_ seconds: TimeInterval) -> Date { LifecycleHouse.at(seconds) }

    @Test("starting twice gives two activities, with ids and tokens of their own", arguments: Setting.all)
    func twice(_ setting: Setting) async throws {
        let house = try LifecycleHouse(setting)
        let (a, b) = (try await house.start(), try await house.start())
        #expect(a.id != b.id && a.pushToken != b.pushToken)
        #expect(house.center.board.list(limit: 9).total == 2)
    }

    @Test("a pending one rings when it starts, not when it is scheduled; an update replaces what it will show", arguments: Setting.all)
    func scheduled(_ setting: Setting) async throws {
        let house = try LifecycleHouse(setting)
        let id = try await house.start(.pizza(minutes: 20, staleDate: at(300), startDate: at(600), alert: Row.alert)).id
        try await house.update(id, .driver("John"))
        try await house.pass(to: 600)
        let record = try house.record(id)
        #expect(record.content.state["driverName"] == .string("John"))
        #expect(record.alert == ActivityRecord.RungAlert(alert: Row.alert, sequence: record.sequence, date: at(600)))
        #expect(record.activityState == .stale && record.staleSince == at(300), "its stale date passed before it was shown")
        #expect(record.flips == [.midpoint])
    }

    @Test("a stale date that is past at the start: started as stale, with a warning; one in the future without", arguments: Setting.all)
    func staleAtStart(_ setting: Setting) async throws {
        let house = try LifecycleHouse(setting)
        let outcome = try await house.perform(.request(.pizza(staleDate: at(-1))))
        #expect(outcome.changed && outcome.activities[0].activityState == .stale)
        #expect(outcome.warning == "The stale date 2026-01-31T17:59:59.000Z has passed already: the activity is shown as stale.")
        #expect(try await house.perform(.request(.pizza(staleDate: at(1)))).warning == nil)
    }

    @Test("an ended one goes at the earlier of its dismissal date and four hours after the end", arguments: Setting.all)
    func lingering(_ setting: Setting) async throws {
        let house = try LifecycleHouse(setting)
        let hours: [(ActivityUIDismissalPolicy, TimeInterval)] = [
            (.default, 14_400), (.after(at(14_399)), 14_399), (.after(at(14_401)), 14_400), (.afterMinutes(10), 600),
            (.afterMinutes(241), 14_400),
        ]
        for (policy, stays) in hours {
            let id = try await house.start().id
            #expect(try await house.end(id, policy).activities[0].dismissalDate == at(stays))
        }
        let bySystem = try await house.start().id
        try await house.pass(to: 28_800)
        #expect(try house.record(bySystem).dismissalDate == at(28_800 + 14_400))
    }

    @Test("an end without final content keeps the last one, with it shows it; the island is left at once", arguments: Setting.all)
    func finalContent(_ setting: Setting) async throws {
        let house = try LifecycleHouse(setting)
        let (first, second) = (try await house.start(.pizza("Ann")), try await house.start(.pizza("Bob")))
        try await house.end(first.id)
        #expect(house.center.board.island == .compact(second))
        try await house.end(second.id, state: .merge(["driverName": .text("Cid")]))
        #expect(house.center.board.island == .empty)
        #expect(try house.record(first.id).content.state["driverName"] == .string("Ann"))
        #expect(try house.record(second.id).content.state["driverName"] == .string("Cid"))
    }

    @Test("attributes and state together hold 4096 bytes and not one more, at a start, an update and an end", arguments: Setting.all)
    func tooLarge(_ setting: Setting) async throws {
        let house = try LifecycleHouse(setting)
        let fits = String(repeating: "x", count: 4096 - #"{}{"note":""}"#.utf8.count)
        #expect(try await refusal { try await house.start(.note(Lap.self, fits)) } == nil)
        #expect(try await refusal { try await house.start(.note(Lap.self, fits + "x")) } == "attributesTooLarge")
        let id = try await house.start(.note(Lap.self)).id
        #expect(try await refusal { try await house.update(id, .note(fits + "x")) } == "attributesTooLarge")
        #expect(try await refusal { try await house.end(id, state: .replace(.note(fits + "x"))) } == "attributesTooLarge")
        #expect(try await refusal { try await house.update(id, .note(fits)) } == nil)
    }

    @Test("the maxima hold at n and n + 1; what is pending counts, what is over does not", arguments: Setting.all)
    func maxima(_ setting: Setting) async throws {
        for (limits, wanted) in [
            (Limits(activities: 2, activitiesPerKind: 9), "globalMaximumExceeded"),
            (Limits(activities: 9, activitiesPerKind: 2), "targetMaximumExceeded"),
        ] {
            let house = try LifecycleHouse(setting, limits: limits)
            let id = try await house.start().id
            try await house.start(.pizza(startDate: at(600), alert: Row.alert))
            #expect(try await refusal { try await house.start() } == wanted)
            try await house.end(id)
            #expect(try await refusal { try await house.start() } == nil)
        }
    }

    @Test("switched off, a start is denied and what runs goes on; what is scheduled starts", arguments: Setting.all)
    func denied(_ setting: Setting) async throws {
        let house = try LifecycleHouse(setting)
        let running = try await house.start().id
        let scheduled = try await house.start(.pizza(startDate: at(60), alert: Row.alert)).id
        try await house.perform(.changeSettings(SettingsChange(activitiesEnabled: false)))
        #expect(try await refusal { try await house.start() } == "denied")
        #expect(try await house.update(running, .driver("John")).changed)
        try await house.pass(to: 60)
        #expect(try house.state(scheduled) == .active)
        try await house.perform(.changeSettings(SettingsChange(activitiesEnabled: true)))
        #expect(try await refusal { try await house.start() } == nil)
    }

    @Test("a range with lower > upper is refused with both dates; lower == upper is fine, and delivered at once", arguments: Setting.all)
    func ranges(_ setting: Setting) async throws {
        let house = try LifecycleHouse(setting)
        func update(_ lower: TimeInterval, _ upper: TimeInterval) -> ContentUpdate {
            ContentUpdate(state: .merge(["estimatedDeliveryTime": .range(lower: at(lower), upper: at(upper))]))
        }
        let id = try await house.start().id
        do {
            try await house.update(id, update(60, 59))
            Issue.record("it was taken")
        } catch let error as ActivityError {
            #expect(error.message == "The range ends at 2026-01-31T18:00:59.000Z, before it starts at 2026-01-31T18:01:00.000Z.")
        }
        try await house.update(id, update(60, 60))
        try await house.pass(to: 60)
        #expect(try house.record(id).isDelivered)
        #expect(house.story(id) == ["start 0", "update 0", "flip midpoint 60", "flip end 60"])
    }

    @Test("past its range it stays active, shown as delivered; a later update brings it back", arguments: Setting.all)
    func delivered(_ setting: Setting) async throws {
        let house = try LifecycleHouse(setting)
        let id = try await house.start().id
        try await house.pass(to: 900)
        #expect(try house.state(id) == .active && house.record(id).isDelivered)
        try await house.update(id, .driver("John", minutes: 60))
        #expect(try house.state(id) == .active && house.record(id).flips.isEmpty)
        try await house.pass(to: 900 + 1800)
        #expect(try house.record(id).flips == [.midpoint])
    }

    @Test("a range that is cut short after its eight hours ends now, not before the update that cut it", arguments: Setting.all)
    func cutShort(_ setting: Setting) async throws {
        let house = try LifecycleHouse(setting)
        let id = try await house.start(.pizza(minutes: 720)).id
        try await house.pass(to: 36_000)
        try await house.update(id, ContentUpdate(state: .merge(["estimatedDeliveryTime": .range(lower: at(0), upper: at(60))])))
        try await house.pass(to: 36_001)
        #expect(house.story(id) == ["start 0", "flip midpoint 21600", "update 36000", "end 36000"])
    }

    @Test("a rotated token retires the old one, and nobody who looks is told", arguments: Setting.all)
    func rotation(_ setting: Setting) async throws {
        let house = try LifecycleHouse(setting)
        let old = try await house.start()
        let new = try await house.perform(.rotateToken(id: old.id)).activities[0]
        #expect(new.pushToken != old.pushToken && new.pushToken.count == 64)
        #expect(try house.record(old.id).pushToken == new.pushToken)
        #expect(house.announced.count == 1)
        if let store = house.journal as? any PushTokens {
            #expect(try store.activity(pushToken: old.pushToken) == nil && store.tokenRetired(old.pushToken) != nil)
            #expect(try store.activity(pushToken: new.pushToken) == old.id && store.tokenRetired(new.pushToken) == nil)
        }
    }

    @Test("a deletion takes the activity whole: its events, its token, its place on the board", arguments: Setting.all)
    func deletion(_ setting: Setting) async throws {
        let house = try LifecycleHouse(setting)
        let record = try await house.start()
        try await house.update(record.id, .driver("John"))
        try await house.perform(.delete(id: record.id))
        #expect(house.center.board.list(limit: 9).total == 0)
        #expect(try house.journal.activity(record.id) == nil)
        if let archive = house.journal as? any Archive, let tokens = house.journal as? any PushTokens {
            #expect(try archive.events(of: record.id, limit: 9).map(\.event) == [.delete])
            #expect(try archive.remembersActivity(record.id) == false)
            #expect(try tokens.activity(pushToken: record.pushToken) == nil && tokens.tokenRetired(record.pushToken) == nil)
        }
    }

    @Test("what fell due while the server was down happens at its start, in order, each dated at its instant", arguments: Setting.all)
    func down(_ setting: Setting) async throws {
        let house = try LifecycleHouse(setting)
        let a = try await house.start(.pizza(minutes: 10, staleDate: at(400)))
        let b = try await house.start(.pizza(minutes: 14))
        let c = try await house.start(.pizza(startDate: at(500), alert: Row.alert))
        let count = house.announced.count
        try await house.pass(to: 13 * 3600)
        let missed = house.announced.dropFirst(count)
        #expect(missed.map(\.date) == missed.map(\.date).sorted())
        #expect(missed.map(\.sequence) == Array(UInt64(count + 1)...UInt64(count + missed.count)))
        #expect(house.story(a.id) == ["start 0", "flip midpoint 300", "stale 400", "flip end 600", "end 28800", "dismiss 43200"])
        #expect(house.story(b.id) == ["start 0", "flip midpoint 420", "flip end 840", "end 28800", "dismiss 43200"])
        #expect(house.story(c.id) == ["start 0", "activate 500", "flip end 900", "end 29300", "dismiss 43700"])
    }
}
