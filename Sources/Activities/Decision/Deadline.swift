import Foundation

/// What happens next to an activity by itself, and when (activitykit.md, "States"). A pure function of its record: it survives a
/// restart without being stored.
struct Deadline: Sendable {
    enum Happening: Sendable, Hashable {
        case activate
        case flip(ActivityRecord.Flip)
        case stale, end, dismiss
    }

    let date: Date
    let happening: Happening

    static func next(of record: ActivityRecord, kinds: KindRegistry) -> Deadline? {
        next(of: Scheduled(record, kinds: kinds))
    }

    static func next(of scheduled: Scheduled) -> Deadline? {
        let record = scheduled.record
        return switch record.activityState {
        case .pending: Deadline(date: record.startDate, happening: .activate)
        case .active, .stale: running(record, scheduled.instants)
        case .ended: record.dismissalDate.map { Deadline(date: $0, happening: .dismiss) }
        case .dismissed: nil
        }
    }

    /// Of equal dates the first in this list comes first.
    private static func running(_ record: ActivityRecord, _ instants: KindInstants) -> Deadline {
        var candidates: [Deadline] = []
        for flip in ActivityRecord.Flip.allCases where !record.flips.contains(flip) {
            if let date = instants.flips[flip] { candidates.append(Deadline(date: date, happening: .flip(flip))) }
        }
        if record.activityState == .active, let date = record.content.staleDate {
            candidates.append(Deadline(date: date, happening: .stale))
        }
        let limit = record.startDate.after(Limits.running)
        let end = record.limitDate ?? max(limit, instants.upperBound ?? limit)
        // Content that brings the end forward to the past ends it now: nothing is dated before what came before it.
        var next = Deadline(date: max(end, record.updatedDate), happening: .end)
        for candidate in candidates.reversed() where candidate.date <= next.date { next = candidate }
        return next
    }
}

/// An activity with the instants that its kind states, read once from its content: a flip reads nothing again.
struct Scheduled: Sendable {
    let record: ActivityRecord
    /// None unless it runs: nothing else asks for them.
    let instants: KindInstants

    init(_ record: ActivityRecord, kinds: KindRegistry) {
        self.record = record
        instants = record.activityState.isRunning ? kinds[record.kind]?.instants(of: record) ?? .none : .none
    }

    /// `instants` as they follow from the record's content.
    init(_ record: ActivityRecord, instants: KindInstants) {
        self.record = record
        self.instants = record.activityState.isRunning ? instants : .none
    }

    /// The next version of the same activity.
    func followed(by next: ActivityRecord, kinds: KindRegistry) -> Scheduled {
        let isSame = record.activityState.isRunning && next.activityState.isRunning && next.content.state == record.content.state
        return isSame ? Scheduled(next, instants: instants) : Scheduled(next, kinds: kinds)
    }
}
