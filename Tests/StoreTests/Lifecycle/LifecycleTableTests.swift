import Activities
import Foundation
import Testing

/// How an activity came to be where it is when something happens to it, at noon unless a time is given.
enum Situation: String, Sendable {
    case none = "-"
    /// To start ten minutes after noon.
    case pending
    /// A delivery until a quarter past noon.
    case active
    /// The same; what it says may be believed for a minute.
    case perishable = "active, stale at 60"
    case stale = "stale since 60"
    /// A delivery that takes ten hours.
    case long = "active for ten hours"
    /// Until four hours after noon.
    case ended
    /// Until ten minutes after noon.
    case endedUntil600 = "ended until 600"
    case dismissed

    func reach(_ house: LifecycleHouse) async throws -> String {
        switch self {
        case .none: return ""
        case .pending: return try await house.start(.pizza(startDate: LifecycleHouse.at(600), alert: Row.alert)).id
        case .active: return try await house.start().id
        case .perishable: return try await house.start(.pizza(staleDate: LifecycleHouse.at(60))).id
        case .stale:
            let id = try await house.start(.pizza(staleDate: LifecycleHouse.at(60))).id
            try await house.pass(to: 60)
            return id
        case .long: return try await house.start(.pizza(minutes: 600)).id
        case .ended: return try await Self.ended(house, .default)
        case .endedUntil600: return try await Self.ended(house, .after(LifecycleHouse.at(600)))
        case .dismissed: return try await Self.ended(house, .immediate)
        }
    }

    private static func ended(_ house: LifecycleHouse, _ policy: ActivityUIDismissalPolicy) async throws -> String {
        let id = try await house.start().id
        try await house.end(id, policy)
        return id
    }
}

/// What happens to it.
enum Happening: Sendable {
    case request(StartRequest)
    case update(ContentUpdate)
    case end(ActivityUIDismissalPolicy)
    case dismiss
    /// It is so many seconds after noon.
    case time(TimeInterval)
    case rotateToken
    case delete

    /// The activity's id.
    func happen(to id: String, in house: LifecycleHouse) async throws -> String {
        switch self {
        case .request(let request): return try await house.start(request).id
        case .update(let update): try await house.update(id, update)
        case .end(let policy): try await house.end(id, policy)
        case .dismiss: try await house.perform(.dismiss(id: id))
        case .time(let seconds): try await house.pass(to: seconds)
        case .rotateToken: try await house.perform(.rotateToken(id: id))
        case .delete: try await house.perform(.delete(id: id))
        }
        return id
    }
}

/// One line of the table: from, event, to.
struct Row: Sendable, CustomTestStringConvertible {
    enum Destination: Sendable {
        case state(ActivityState)
        case refused(String)
        case forgotten
    }

    let from: Situation
    let event: Happening
    let to: Destination
    /// What is announced on the way, with seconds after noon.
    let told: [String]

    init(_ from: Situation, _ event: Happening, _ to: ActivityState, _ told: String...) {
        (self.from, self.event, self.to, self.told) = (from, event, .state(to), told)
    }
    init(_ from: Situation, _ event: Happening, refused: String) {
        (self.from, self.event, self.to, self.told) = (from, event, .refused(refused), [])
    }
    init(_ from: Situation, _ event: Happening, forgotten told: String) {
        (self.from, self.event, self.to, self.told) = (from, event, .forgotten, [told])
    }

    var testDescription: String { "\(from.rawValue) | \(event) | \(to)" }

    static let alert = AlertConfiguration(title: "Soon", body: "On its way")
    static func at(_ seconds: TimeInterval) -> Date { LifecycleHouse.at(seconds) }
    static let hour: TimeInterval = 3600
}

/// activitykit.md, "States": every row of the table there, on every setting.
@Suite struct LifecycleTableTests {
    static let table: [Row] = [
        Row(.none, .request(.pizza()), .active, "start 0"),
        Row(.none, .request(.pizza(startDate: Row.at(600), alert: Row.alert)), .pending, "start 0"),
        Row(.none, .request(.pizza(startDate: Row.at(600))), refused: "invalid alert"),
        Row(.none, .request(.pizza(startDate: Row.at(0))), .active, "start 0"),
        Row(.none, .request(.pizza(startDate: Row.at(-600))), .active, "start 0"),
        Row(.none, .request(.pizza(staleDate: Row.at(1))), .active, "start 0"),
        Row(.none, .request(.pizza(staleDate: Row.at(0))), .stale, "start 0"),
        Row(.none, .request(.pizza(staleDate: Row.at(-1))), .stale, "start 0"),

        Row(.pending, .time(599.999), .pending),
        Row(.pending, .time(600), .active, "activate 600"),
        Row(.pending, .update(.driver("John")), .pending, "update 0"),
        Row(.pending, .end(.default), .dismissed, "end 0"),
        Row(.pending, .end(.after(Row.at(900))), .dismissed, "end 0"),
        Row(.pending, .end(.immediate), .dismissed, "end 0"),
        Row(.pending, .dismiss, refused: "not ended: pending"),

        Row(.active, .update(.driver("John")), .active, "update 0"),
        Row(.active, .time(900), .active, "flip midpoint 450", "flip end 900"),
        Row(.active, .update(.driver("John", staleDate: Row.at(0))), .stale, "update 0"),
        Row(.perishable, .time(59.999), .active),
        Row(.perishable, .time(60), .stale, "stale 60"),
        Row(.stale, .update(.driver("John", staleDate: Row.at(120))), .active, "update 60"),
        Row(.stale, .update(.driver("John", staleDate: .some(nil))), .active, "update 60"),
        Row(.stale, .update(.driver("John")), .active, "update 60"),
        Row(.stale, .update(.driver("John", staleDate: Row.at(50))), .stale, "update 60"),

        Row(.active, .end(.default), .ended, "end 0"),
        Row(.active, .end(.after(Row.at(1))), .ended, "end 0"),
        Row(.stale, .end(.default), .ended, "end 60"),
        Row(.active, .end(.immediate), .dismissed, "end 0"),
        Row(.active, .end(.after(Row.at(0))), .dismissed, "end 0"),
        Row(.active, .end(.after(Row.at(-600))), .dismissed, "end 0"),
        Row(.stale, .end(.immediate), .dismissed, "end 60"),
        Row(.stale, .end(.after(Row.at(59))), .dismissed, "end 60"),
        Row(.active, .dismiss, refused: "not ended: active"),
        Row(.stale, .dismiss, refused: "not ended: stale"),

        Row(.active, .time(8 * Row.hour - 0.001), .active, "flip midpoint 450", "flip end 900"),
        Row(.active, .time(8 * Row.hour), .ended, "flip midpoint 450", "flip end 900", "end 28800"),
        Row(.stale, .time(8 * Row.hour), .ended, "flip midpoint 450", "flip end 900", "end 28800"),
        Row(.long, .time(10 * Row.hour - 0.001), .active, "flip midpoint 18000"),
        Row(.long, .time(10 * Row.hour), .ended, "flip midpoint 18000", "flip end 36000", "end 36000"),
        Row(.active, .time(12 * Row.hour), .dismissed, "flip midpoint 450", "flip end 900", "end 28800", "dismiss 43200"),

        Row(.ended, .time(4 * Row.hour - 0.001), .ended),
        Row(.ended, .time(4 * Row.hour), .dismissed, "dismiss 14400"),
        Row(.endedUntil600, .time(599.999), .ended),
        Row(.endedUntil600, .time(600), .dismissed, "dismiss 600"),
        Row(.ended, .dismiss, .dismissed, "dismiss 0"),
        Row(.ended, .update(.driver("John")), refused: "over: ended"),
        Row(.ended, .end(.immediate), refused: "over: ended"),

        Row(.dismissed, .update(.driver("John")), refused: "over: dismissed"),
        Row(.dismissed, .end(.default), refused: "over: dismissed"),
        Row(.dismissed, .dismiss, refused: "over: dismissed"),
        Row(.dismissed, .rotateToken, refused: "over: dismissed"),
        Row(.dismissed, .time(100 * Row.hour), .dismissed),

        Row(.pending, .rotateToken, .pending), Row(.active, .rotateToken, .active), Row(.stale, .rotateToken, .stale),
        Row(.ended, .rotateToken, .ended),
        Row(.pending, .delete, forgotten: "delete 0"), Row(.active, .delete, forgotten: "delete 0"),
        Row(.stale, .delete, forgotten: "delete 60"), Row(.ended, .delete, forgotten: "delete 0"),
        Row(.dismissed, .delete, forgotten: "delete 0"),
    ]

    @Test("a row of the table holds, and what it leads to is still so after a restart", arguments: table, Setting.all)
    func row(_ row: Row, _ setting: Setting) async throws {
        let house = try LifecycleHouse(setting)
        var id = try await row.from.reach(house)
        let before = house.announced.count
        let refused = try await refusal { id = try await row.event.happen(to: id, in: house) }
        #expect(house.announced.count - before == row.told.count)
        #expect(house.story(id).suffix(row.told.count) == row.told[...])
        switch row.to {
        case .refused(let wanted):
            #expect(refused == wanted)
        case .state(let wanted):
            #expect(refused == nil)
            #expect(try house.state(id) == wanted)
            let record = try house.record(id)
            try await house.restart()
            #expect(try house.record(id) == record)
        case .forgotten:
            #expect(refused == nil)
            try await house.restart()
            #expect(house.center.board.activity(id) == nil)
            #expect(try house.journal.activity(id) == nil)
            #expect(try await refusal { try await house.update(id, .driver("John")) } == "unknown")
        }
    }

    @Test("the table speaks of every state, and nothing leaves dismissed but by being forgotten")
    func whole() {
        let states = Self.table.compactMap { row -> ActivityState? in if case .state(let state) = row.to { state } else { nil } }
        #expect(Set(states) == Set(ActivityState.allCases))
        for row in Self.table where row.from == .dismissed {
            if case .state(let state) = row.to { #expect(state == .dismissed) }
        }
    }
}
