import Activities
import Foundation
import Testing

/// What kinds state of themselves, on every setting: the rules know none of them.
@Suite struct LifecycleKindTests {
    private func at(_ seconds: TimeInterval) -> Date { LifecycleHouse.at(seconds) }

    private func zone(_ name: String, _ house: LifecycleHouse) async throws {
        try await house.perform(.changeSettings(SettingsChange(timeZone: .named(name))))
    }

    @Test(
        "a kind's own end: the next midnight in the zone of the settings, before the eight hours or after them",
        arguments: [("Europe/Berlin", 5 * 3600), ("Asia/Tokyo", 21 * 3600), ("America/New_York", 11 * 3600)] as [(String, Int)], Setting.all
    )
    func ownEnd(_ place: (name: String, seconds: Int), _ setting: Setting) async throws {
        let house = try LifecycleHouse(setting)
        try await zone(place.name, house)
        let id = try await house.start(.note(Today.self)).id
        try await house.update(id, .note("x"))
        try await house.pass(to: Double(place.seconds) - 0.001)
        #expect(try house.state(id) == .active)
        try await house.pass(to: Double(place.seconds))
        #expect(house.story(id) == ["start 0", "update 0", "end \(place.seconds)"])
    }

    @Test(
        "another zone moves the end of what runs and of what is pending, never to the past, and announces only the settings",
        arguments: Setting.all)
    func movedEnd(_ setting: Setting) async throws {
        let house = try LifecycleHouse(setting)
        try await zone("America/New_York", house)
        let id = try await house.start(.note(Today.self)).id
        let pending = try await house.start(.note(Today.self, startDate: at(3600), alert: Row.alert)).id
        try await house.pass(to: 600)
        try await zone("Europe/Berlin", house)
        #expect(try house.record(id).limitDate == at(5 * 3600) && house.record(pending).limitDate == at(5 * 3600))
        #expect(house.announced.suffix(1).map(\.event) == [.settings])
        try await house.pass(to: 5 * 3600)
        #expect(try house.state(id) == .ended && house.state(pending) == .ended)

        let late = try LifecycleHouse(setting)
        try await zone("America/New_York", late)
        let over = try await late.start(.note(Today.self)).id
        try await late.pass(to: 6 * 3600)
        try await zone("Europe/Berlin", late)
        try await late.pass(to: 6 * 3600 + 1)
        #expect(late.story(over) == ["start 0", "end 21600"])
    }

    @Test("of a single kind at most one is pending or runs: a start ends the one before it, in one turn with it", arguments: Setting.all)
    func single(_ setting: Setting) async throws {
        let house = try LifecycleHouse(setting, limits: Limits(activities: 2, activitiesPerKind: 1))
        let first = try await house.start(.note(Single.self, "1"))
        let second = try await house.start(.note(Single.self, "2"))
        #expect(try house.state(first.id) == .dismissed && house.state(second.id) == .active)
        #expect(house.story(first.id) == ["start 0", "end 0"])
        #expect(house.announced.map(\.sequence) == [1, 2, 3])
        let scheduled = try await house.start(.note(Single.self, "3", startDate: at(60), alert: Row.alert))
        #expect(try house.state(second.id) == .dismissed && house.state(scheduled.id) == .pending)
        let third = try await house.start(.note(Single.self, "4"))
        #expect(try house.state(scheduled.id) == .dismissed)
        try await house.end(third.id)
        try await house.start(.note(Single.self, "5"))
        #expect(try house.state(third.id) == .ended, "what is over already stays as it is")
        try await house.start(.note(Lap.self))
        #expect(house.center.board.counts(kind: Single.kind) == (2, 1))
    }

    @Test("a start that is refused ends nothing", arguments: Setting.all)
    func singleRefused(_ setting: Setting) async throws {
        let house = try LifecycleHouse(setting)
        let first = try await house.start(.note(Single.self, "1"))
        #expect(try await refusal { try await house.start(.note(Single.self, "2", startDate: at(60))) } == "invalid alert")
        #expect(try house.state(first.id) == .active)
    }

    @Test("a kind's stale date counts where a start names none, and moves with the content", arguments: Setting.all)
    func staleDate(_ setting: Setting) async throws {
        let house = try LifecycleHouse(setting)
        let id = try await house.start(.note(Countdown.self, until: at(60))).id
        #expect(try house.record(id).content.staleDate == at(1800))
        try await house.update(id, .note("", until: at(3600)))
        #expect(try house.record(id).content.staleDate == at(3600))
        try await house.update(id, .note("x", until: at(2000)))
        try await house.pass(to: 2000)
        #expect(try house.state(id) == .stale)
        try await house.update(id, .note("y", until: at(1900)))
        #expect(try house.state(id) == .active && house.record(id).content.staleDate == nil, "new content is not stale for an old date")
    }

    @Test("a stale date that somebody names wins over the kind's, and stays", arguments: Setting.all)
    func namedStaleDate(_ setting: Setting) async throws {
        let house = try LifecycleHouse(setting)
        let id = try await house.start(.note(Countdown.self, until: at(60), staleDate: at(600))).id
        try await house.update(id, .note("", until: at(3600)))
        #expect(try house.record(id).content.staleDate == at(600))
        try await house.update(id, .note("", until: at(3600), staleDate: .some(nil)))
        try await house.update(id, .note("x", until: at(3600)))
        #expect(try house.record(id).content.staleDate == nil, "none is a choice too")
    }

    @Test("a state that a kind says aloud rings by itself, on every way in, and an alert that is given wins", arguments: Setting.all)
    func alerts(_ setting: Setting) async throws {
        let house = try LifecycleHouse(setting)
        let id = try await house.start(.note(Loud.self, "on the way")).id
        func rung() throws -> String? { try house.record(id).alert?.alert.title }
        #expect(try rung() == "on the way")
        try await house.update(id, .note("near"))
        #expect(try rung() == "near")
        let sequence = try house.record(id).alert?.sequence
        #expect(try await house.update(id, .note("near")).changed == false)
        try await house.update(id, .note("near", until: at(60)))
        #expect(try house.record(id).alert?.sequence == sequence, "another part of the state is nothing to ring for")
        try await house.update(id, ContentUpdate(state: .merge(["note": .text("waiting")]), alert: Row.alert))
        #expect(try rung() == Row.alert.title)
        try await house.update(id, ContentUpdate(state: .merge(["note": .text("riding")])))
        #expect(try rung() == "riding")
    }

    @Test("the server's own zone wins over the setting")
    func flag() async throws {
        let journal = PlainJournal()
        let center = try ActivityCenter(
            journal: journal, kinds: KindRegistry([Today.self]), timeZone: TimeZone(identifier: "Asia/Tokyo"), clock: Noon())
        _ = try await center.perform(.changeSettings(SettingsChange(timeZone: .named("Europe/Berlin"))))
        #expect(try await center.perform(.request(.note(Today.self))).activities[0].limitDate == at(21 * 3600))
    }
}

private struct Noon: ActivityClock {
    var now: Date { LifecycleHouse.noon }
    func wake(at date: Date?, _ body: @escaping @Sendable () -> Void) {}
}
