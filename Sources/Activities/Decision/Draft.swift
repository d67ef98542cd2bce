import Foundation

/// The board as it will be once a turn is committed: what the turn changed so far, laid over what is visible.
struct Draft {
    private let board: Board
    private let journal: any Journal
    private(set) var lastSequence: UInt64
    private(set) var settings: Settings
    private var changed: [String: ActivityRecord] = [:]
    private var deleted: Set<String> = []
    private var startedByKey: [String: String] = [:]
    private var unended = 0
    private var unendedByKind: [String: Int] = [:]

    init(board: Board, journal: any Journal) {
        self.board = board
        self.journal = journal
        lastSequence = board.revision
        settings = board.settings
    }

    /// An activity in its newest state, also a past one; throws `.unknownActivity` and `.store`.
    func activity(_ id: String) throws(ActivityError) -> ActivityRecord {
        guard !deleted.contains(id) else { throw .unknownActivity(id) }
        if let record = changed[id] ?? board.activity(id) { return record }
        guard let record = try read({ try journal.activity(id) }) else { throw .unknownActivity(id) }
        return record
    }

    /// What a key started within the last 24 hours, in its newest state; throws `.store`.
    func activity(startedBy key: String, now: Date) throws(ActivityError) -> ActivityRecord? {
        if let id = startedByKey[key] { return changed[id] }
        guard let record = try read({ try journal.activityStarted(by: key, now: now) }), !deleted.contains(record.id) else { return nil }
        return changed[record.id] ?? board.activity(record.id) ?? record
    }

    /// How many are pending or run.
    func counts(kind: String) -> (all: Int, ofKind: Int) {
        let visible = board.counts(kind: kind)
        return (visible.all + unended, visible.ofKind + unendedByKind[kind, default: 0])
    }

    /// The running ones of a kind in order of start.
    func running(kind: String) -> [ActivityRecord] { unended(kind: kind).filter(\.activityState.isRunning) }

    /// Those that are pending or run.
    func unended(kind: String) -> [ActivityRecord] {
        let visible = board.unended(kind: kind).filter { !isOverlaid($0.id) }
        let mine = changed.values.filter { $0.kind == kind && ($0.activityState == .pending || $0.activityState.isRunning) }
        return (visible + mine).sorted { $0.startSequence < $1.startSequence }
    }

    /// At most about `limit` of those for which something falls due until `now`.
    func due(until now: Date, limit: Int, kinds: KindRegistry) -> [Scheduled] {
        let visible = board.due(until: now, limit: limit).filter { !isOverlaid($0.record.id) }
        let mine = changed.values.map { Scheduled($0, kinds: kinds) }.filter { Deadline.next(of: $0).map { $0.date <= now } ?? false }
        return visible + mine
    }

    /// Whether nothing was changed in this turn and nothing visible is due: the usual case, told without looking at activities.
    func isQuiet(until now: Date) -> Bool { changed.isEmpty && deleted.isEmpty && board.nextInstant.map { $0 > now } ?? true }

    mutating func absorb(_ changes: [Change]) {
        for change in changes {
            lastSequence = change.sequence
            if let settings = change.settings { self.settings = settings }
            guard let record = change.activity else { continue }
            count(record, -1, of: changed[record.id] ?? board.activity(record.id))
            guard change.event != .delete else {
                changed[record.id] = nil
                deleted.insert(record.id)
                continue
            }
            count(record, 1, of: record)
            changed[record.id] = record
            if let key = change.idempotencyKey { startedByKey[key] = record.id }
        }
    }

    /// What is visible of it is no longer true.
    private func isOverlaid(_ id: String) -> Bool { changed[id] != nil || deleted.contains(id) }

    private mutating func count(_ record: ActivityRecord, _ step: Int, of version: ActivityRecord?) {
        guard let version, version.activityState == .pending || version.activityState.isRunning else { return }
        unended += step
        unendedByKind[record.kind, default: 0] += step
    }

    private func read<Value>(_ body: () throws -> Value) throws(ActivityError) -> Value {
        do { return try body() } catch {
            throw .store(error as? JournalError ?? JournalError(reason: String(describing: error)))
        }
    }
}
