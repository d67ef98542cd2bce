import Activities
import Foundation
import Kinds
import Synchronization

/// A center over a journal in memory, on a clock that a test moves.
struct House: Sendable {
    /// 2026-01-31T18:00:00Z.
    static let noon = Date(milliseconds: 1_769_882_400_000)

    let journal: MemoryJournal
    let clock: ManualClock
    let center: ActivityCenter
    let lines: Lines

    init(
        journal: MemoryJournal = MemoryJournal(), clock: ManualClock = ManualClock(House.noon), limits: Limits = Limits(),
        kinds: [any ActivityKind.Type] = Kinds.all + [Lap.self, Errand.self]
    ) throws {
        self.journal = journal
        self.clock = clock
        let lines = Lines()
        self.lines = lines
        center = try ActivityCenter(
            journal: journal, kinds: KindRegistry(kinds), limits: limits, clock: clock, log: { lines.append($0, $1) })
        center.start()
    }

    /// The same store, opened again at that time.
    func restarted(at now: Date) throws -> House { try House(journal: journal, clock: ManualClock(now)) }

    @discardableResult
    func start(_ request: StartRequest = .pizza()) async throws -> ActivityRecord {
        try await center.perform(.request(request)).activities[0]
    }

    @discardableResult
    func update(_ id: String, _ update: ContentUpdate) async throws -> Outcome { try await center.perform(.update(id: id, update)) }

    @discardableResult
    func end(_ id: String, _ policy: ActivityUIDismissalPolicy = .default) async throws -> ActivityRecord {
        try await center.perform(.end(id: id, EndRequest(policy: policy))).activities[0]
    }

    /// Moves time and lets what fell due happen.
    func pass(to seconds: TimeInterval) async throws {
        clock.advance(to: House.noon.addingTimeInterval(seconds))
        _ = try await center.perform(.letTimePass)
    }

    func state(_ id: String) -> ActivityState? { center.board.activity(id)?.activityState }

    /// What the journal holds of one activity: "start", "flip midpoint", … with seconds since noon.
    func story(_ id: String) -> [String] {
        journal.changes.filter { $0.activity?.id == id }.map { change in
            let flip = change.flip.map { " \($0.rawValue)" } ?? ""
            return "\(change.event.rawValue)\(flip) \(Int(change.date.timeIntervalSince(House.noon)))"
        }
    }
}

/// What was logged.
final class Lines: Sendable {
    private let lines = Mutex<[String]>([])
    func append(_ level: LogLevel, _ line: String) { lines.withLock { $0.append(line) } }
    var all: [String] { lines.withLock { $0 } }
}

extension StartRequest {
    static func pizza(
        _ driver: String = "TIM", minutes: Double = 15, staleDate: Date? = nil, relevance: Double = 0, startDate: Date? = nil,
        alert: AlertConfiguration? = nil, key: String? = nil
    ) -> StartRequest {
        StartRequest(
            kind: "pizza-delivery",
            payload: .fields(["driverName": .text(driver), "estimatedDeliveryTime": .minutesFromNow(minutes)]), staleDate: staleDate,
            relevanceScore: relevance, startDate: startDate, alert: alert, idempotencyKey: key)
    }

    static func plain(_ kind: String, relevance: Double = 0, alert: AlertConfiguration? = nil, note: String = "") -> StartRequest {
        StartRequest(
            kind: kind, payload: .encoded(attributes: .object([:]), state: .object(["note": .string(note)])), relevanceScore: relevance,
            alert: alert)
    }
}

extension ContentUpdate {
    static func driver(_ name: String, timestamp: Int64? = nil, alert: AlertConfiguration? = nil) -> ContentUpdate {
        ContentUpdate(state: .merge(["driverName": .text(name)]), alert: alert, timestamp: timestamp)
    }
}

struct PlainAttributes: ActivityAttributes {
    struct ContentState: Codable, Sendable, Hashable { var note: String }
}

/// Kinds without instants of their own, for what concerns several kinds.
protocol PlainKind: ActivityKind where Attributes == PlainAttributes, Presentation == PlainAttributes.ContentState {}

extension PlainKind {
    static var attributesType: String { kind }
    static var title: String { kind }
    static var summary: String { kind }
    static var fields: [Field] { [Field("note", label: "Note", .state, .text(maximum: 5000), isOptional: true)] }
    static var keepAlive: String? { nil }
    static func problems(attributes: PlainAttributes, state: PlainAttributes.ContentState) -> [FieldError] { [] }
    static func flips(attributes: PlainAttributes, state: PlainAttributes.ContentState) -> [ActivityRecord.Flip: Date] { [:] }
    static func upperBound(attributes: PlainAttributes, state: PlainAttributes.ContentState) -> Date? { nil }
    static func presentation(_ activity: Snapshot<PlainAttributes>, clock: WallClock) -> PlainAttributes.ContentState { activity.state }
    static func samples(now: Date) -> [Sample<PlainAttributes>] { [] }
}

enum Lap: PlainKind { static let kind = "lap" }
enum Errand: PlainKind { static let kind = "errand" }
