import Activities
import Foundation
import Kinds
import Store
import Synchronization
import Testing

/// On what a life is lived: what keeps it, and whether the server goes down in the middle of everything.
struct Setting: Sendable, CustomTestStringConvertible {
    enum Kept: String, Sendable { case memory, file }
    let kept: Kept
    /// Down while time passes, and started anew before each command.
    let restarts: Bool

    static let all = [
        Setting(kept: .memory, restarts: false), Setting(kept: .memory, restarts: true), Setting(kept: .file, restarts: false),
        Setting(kept: .file, restarts: true),
    ]
    var testDescription: String { kept.rawValue + (restarts ? ", with restarts" : "") }
}

/// A center over one of the journals, on a clock that only the test moves; hours pass without waiting.
final class LifecycleHouse {
    /// 2026-01-31T18:00:00Z.
    static let noon = Date(milliseconds: 1_769_882_400_000)
    static func at(_ seconds: TimeInterval) -> Date { noon.addingTimeInterval(seconds) }

    let setting: Setting
    let limits: Limits
    private let folder: TemporaryFolder?
    private let data: DataFolder?
    private let plain = PlainJournal()
    private let clock = StandingClock(noon)
    private let told = Told()
    private(set) var journal: any Journal
    private(set) var center: ActivityCenter

    init(_ setting: Setting, limits: Limits = Limits()) throws {
        self.setting = setting
        self.limits = limits
        folder = setting.kept == .file ? try TemporaryFolder() : nil
        data = try folder.map { try DataFolder($0.path) }
        (journal, center) = try Self.open(data, plain, limits, clock, told)
    }

    private static func open(
        _ data: DataFolder?, _ plain: PlainJournal, _ limits: Limits, _ clock: StandingClock, _ told: Told
    ) throws -> (any Journal, ActivityCenter) {
        let journal: any Journal = try data.map { try Store(folder: $0, now: clock.now) } ?? plain
        let kinds: [any ActivityKind.Type] = Kinds.all + [Lap.self, Errand.self, Today.self, Single.self, Countdown.self, Loud.self]
        let center = try ActivityCenter(
            journal: journal, kinds: KindRegistry(kinds), limits: limits, timeZone: nil, clock: clock, log: { told.line($1) })
        _ = center.feed.subscribe { told.changes($0.changes) }
        center.start()
        return (journal, center)
    }

    /// The server goes down and comes up again, at the time that it is now.
    func restart() async throws {
        (journal, center) = try Self.open(data, plain, limits, clock, told)
        _ = try await center.perform(.letTimePass)
    }

    @discardableResult
    func perform(_ command: Command) async throws -> Outcome {
        if setting.restarts { try await restart() }
        return try await center.perform(command)
    }

    @discardableResult
    func start(_ request: StartRequest = .pizza()) async throws -> ActivityRecord {
        try #require(try await perform(.request(request)).activities.first)
    }

    @discardableResult
    func update(_ id: String, _ update: ContentUpdate) async throws -> Outcome { try await perform(.update(id: id, update)) }

    @discardableResult
    func end(
        _ id: String, _ policy: ActivityUIDismissalPolicy = .default, state: ContentUpdate.State? = nil, timestamp: Int64? = nil
    ) async throws -> Outcome {
        try await perform(.end(id: id, EndRequest(state: state, policy: policy, timestamp: timestamp)))
    }

    /// It is so many seconds after noon now; what fell due on the way has happened, or happens at the start.
    func pass(to seconds: TimeInterval) async throws {
        clock.set(Self.at(seconds))
        if setting.restarts { try await restart() } else { _ = try await center.perform(.letTimePass) }
    }

    /// In its newest state, also one that is over.
    func record(_ id: String) throws -> ActivityRecord { try #require(try center.board.activity(id) ?? journal.activity(id)) }
    func state(_ id: String) throws -> ActivityState { try record(id).activityState }

    /// What was announced of one: "start 0", "flip midpoint 450", with seconds after noon.
    func story(_ id: String) -> [String] {
        told.all.filter { $0.activityID == id }.map { change in
            let flip = change.flip.map { " \($0.rawValue)" } ?? ""
            return "\(change.event.rawValue)\(flip) \(Int(change.date.timeIntervalSince(Self.noon)))"
        }
    }

    /// All that was announced, in order.
    var announced: [Change] { told.all }
    var lines: [String] { told.lines }
}

/// What the feed and the log said, over restarts.
private final class Told: Sendable {
    private let state = Mutex<(changes: [Change], lines: [String])>(([], []))
    func changes(_ changes: [Change]) { state.withLock { $0.changes += changes } }
    func line(_ line: String) { state.withLock { $0.lines.append(line) } }
    var all: [Change] { state.withLock { $0.changes } }
    var lines: [String] { state.withLock { $0.lines } }
}

/// Time that stands still until a test moves it; nobody is woken, for the test itself lets time pass.
private final class StandingClock: ActivityClock {
    private let date: Mutex<Date>
    init(_ date: Date) { self.date = Mutex(date) }
    var now: Date { date.withLock { $0 } }
    func set(_ now: Date) { date.withLock { $0 = now } }
    func wake(at date: Date?, _ body: @escaping @Sendable () -> Void) {}
}

/// What was refused, in a word or two.
func refusal(_ body: () async throws -> Void) async throws -> String? {
    do {
        try await body()
        return nil
    } catch let error as ActivityError {
        return switch error {
        case .authorization(let error): error.rawValue
        case .invalid(let errors): "invalid " + errors.map(\.field).joined(separator: ", ")
        case .unknownActivity: "unknown"
        case .over(let state): "over: \(state.rawValue)"
        case .notEnded(let state): "not ended: \(state.rawValue)"
        default: "\(error)"
        }
    }
}
