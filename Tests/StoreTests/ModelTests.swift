import Activities
import Foundation
import SQLite
import Testing

@testable import Store

/// What a journal must hold, in the simplest way to say it.
struct Model {
    var activities: [String: ActivityRecord] = [:]
    var events: [(sequence: UInt64, id: String?, event: Change.Event, activity: ActivityRecord?)] = []
    var settings = Settings()

    mutating func append(_ change: Change) {
        if change.event == .delete, let id = change.activity?.id {
            events.removeAll { $0.id == id }
            activities[id] = nil
            events.append((change.sequence, id, .delete, nil))
        } else {
            if let activity = change.activity { activities[activity.id] = activity }
            if let settings = change.settings { self.settings = settings }
            events.append((change.sequence, change.activity?.id, change.event, change.activity))
        }
    }
}

struct RandomChanges {
    var generator: SeededGenerator
    var sequence: UInt64 = 0
    var live: [ActivityRecord] = []

    mutating func date() -> Date { Date(timeIntervalSinceReferenceDate: .random(in: -1e9...6e10, using: &generator)) }
    mutating func optionalDate() -> Date? { Bool.random(using: &generator) ? date() : nil }

    mutating func text() -> String {
        let pieces = ["", "TIM 👨🏻‍🍳", "\"\\/", "\u{0}\u{1f}", "<script>", "{{x}}", "\r\n", "\u{202e}rtl", "\u{fffe}", "é", "e\u{301}"]
        return (0..<3).map { _ in pieces.randomElement(using: &generator) ?? "" }.joined()
    }

    mutating func json(_ depth: Int = 0) -> JSON {
        switch Int.random(in: 0..<(depth < 3 ? 7 : 5), using: &generator) {
        case 0: .null
        case 1: .boolean(.random(using: &generator))
        case 2: .integer(.random(in: .min ... .max, using: &generator))
        case 3: .number(.random(in: -1e6...1e6, using: &generator) + 0.1)
        case 4: .string(text())
        case 5: .array((0..<3).map { _ in json(depth + 1) })
        default: .object(Dictionary((0..<3).map { _ in (text(), json(depth + 1)) }, uniquingKeysWith: { a, _ in a }))
        }
    }

    mutating func fill(_ record: inout ActivityRecord) {
        record.content = ActivityContent(
            state: json(), staleDate: optionalDate(), relevanceScore: .random(in: -2...2, using: &generator).rounded(.down) / 2)
        record.endDate = optionalDate()
        record.dismissalDate = optionalDate()
        record.limitDate = optionalDate()
        record.keepAlive = ["worker", "sound", nil].randomElement(using: &generator) ?? nil
        record.controlsSequence = sequence
        record.updatedDate = date()
        record.staleSince = optionalDate()
        record.timestampMark = .random(in: .min ... .max, using: &generator)
        record.flips = Set(ActivityRecord.Flip.allCases.filter { _ in Bool.random(using: &generator) })
        record.alert = Bool.random(using: &generator) ? ActivityRecord.RungAlert(
            alert: AlertConfiguration(title: text(), body: text(), sound: text()), sequence: sequence, date: date()) : nil
    }

    mutating func next() -> Change {
        sequence += UInt64.random(in: 1...3, using: &generator)
        let dice = Int.random(in: 0..<10, using: &generator)
        if dice == 0 {
            var settings = Settings()
            settings.activitiesEnabled = .random(using: &generator)
            settings.timeZone = Bool.random(using: &generator) ? text() : nil
            return Change(sequence: sequence, event: .settings, date: date(), settings: settings)
        }
        guard dice > 3, let index = live.indices.randomElement(using: &generator) else {
            var record = ActivityRecord(
                id: "id-\(sequence)", kind: text(), attributes: json(), content: ActivityContent(state: .null), activityState: .active,
                startDate: date(), pushToken: "token-\(sequence)", startSequence: sequence, sequence: sequence, controlsSequence: sequence,
                updatedDate: instant, timestampMark: 0)
            fill(&record)
            live.append(record)
            return Change(sequence: sequence, event: .start, date: date(), activity: record)
        }
        var record = live[index]
        fill(&record)
        record.sequence = sequence
        live[index] = record
        if dice == 4 { return Change(sequence: sequence, event: .delete, date: date(), activity: live.remove(at: index)) }
        if dice == 5 {
            live[index].activityState = .dismissed
            return Change(sequence: sequence, event: .dismiss, date: date(), activity: live.remove(at: index))
        }
        if dice == 6 { live[index].pushToken = "token-\(sequence)" }
        live[index].activityState = [.pending, .active, .stale, .ended].randomElement(using: &generator) ?? .active
        return Change(sequence: sequence, event: .update, date: date(), flip: dice == 7 ? .midpoint : nil, activity: live[index])
    }
}

@Suite struct ModelTests {
    @Test("random changes in random turns, with restarts and turns that fail, leave what the model holds", arguments: 0..<4)
    func random(_ round: Int) throws {
        let seed = UInt64.random(in: .min ... .max)
        print("journal model: seed \(seed)")
        let folder = try TemporaryFolder()
        var changes = RandomChanges(generator: SeededGenerator(seed: seed))
        var model = Model()
        for _ in 0..<4 {
            try folder.withStore { store in
                for _ in 0..<10 {
                    let turn = (0..<Int.random(in: 1...12, using: &changes.generator)).map { _ in changes.next() }
                    // The last sequence twice: the whole turn must fail without a trace.
                    let repeated = Change(sequence: changes.sequence, event: .settings, date: instant, settings: Settings())
                    #expect(throws: JournalError.self) { try store.append(turn + [repeated]) }
                    try store.append(turn)
                    for change in turn { model.append(change) }
                }
            }
            try folder.withStore { store in try expect(store, equals: model, seed) }
        }
    }

    /// Streams go on over the restart: a cursor gets exactly what came after it, each activity once in its newest state.
    private func expect(_ board: Board, continues model: Model, _ seed: UInt64) {
        for cursor in [0] + model.events.map(\.sequence) {
            let missed = model.events.filter { $0.sequence > cursor }
            var seen: Set<String> = []
            let ids = missed.reversed().compactMap(\.id).filter { seen.insert($0).inserted }
            let changes = board.changes(after: cursor)
            #expect(changes?.activities.map(\.id) == ids.reversed(), "seed \(seed)")
            #expect(changes?.settingsChanged == missed.contains { $0.event == .settings }, "seed \(seed)")
            for change in changes?.activities ?? [] {
                let shown = model.activities[change.id].flatMap { $0.activityState == .dismissed ? nil : $0 }
                #expect(change.record == shown, "seed \(seed)")
            }
        }
    }

    private func expect(_ store: Store, equals model: Model, _ seed: UInt64) throws {
        let loaded = try store.load()
        let live = model.activities.values.filter { $0.activityState != .dismissed }.sorted { $0.startSequence < $1.startSequence }
        #expect(loaded.activities == live, "seed \(seed)")
        #expect(loaded.settings == model.settings, "seed \(seed)")
        #expect(loaded.lastSequence == model.events.last?.sequence, "seed \(seed)")
        for (id, activity) in model.activities { #expect(try store.activity(id) == activity, "seed \(seed)") }
        expect(Board(loaded, kinds: KindRegistry([])), continues: model, seed)
        let events = try store.events(after: 0, limit: 10_000)
        #expect(events.map(\.sequence) == model.events.map(\.sequence), "seed \(seed)")
        #expect(events.map(\.event) == model.events.map(\.event), "seed \(seed)")
        #expect(events.map(\.activityID) == model.events.map(\.id), "seed \(seed)")
        #expect(events.map(\.activity) == model.events.map(\.activity), "seed \(seed)")
    }
}
