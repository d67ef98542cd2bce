import Foundation

/// What happens next to an activity by itself, and when (activitykit.md, "States"). A pure function of its record: it survives a
/// restart without being stored.
struct Deadline: Sendable {
    enum Happening: Sendable, Hashable {
        case activate, flip(ActivityRecord.Flip), stale, end, dismiss
    }

    let date: Date
    let happening: Happening

    static func next(of record: ActivityRecord, kinds: KindRegistry) -> Deadline? {
        switch record.activityState {
        case .pending: Deadline(date: record.startDate, happening: .activate)
        case .active, .stale: running(record, kinds)
        case .ended: record.dismissalDate.map { Deadline(date: $0, happening: .dismiss) }
        case .dismissed: nil
        }
    }

    /// Of equal dates the first in this list comes first.
    private static func running(_ record: ActivityRecord, _ kinds: KindRegistry) -> Deadline {
        let instants = kinds[record.kind]?.instants(of: record)
        var candidates: [Deadline] = []
        for flip in ActivityRecord.Flip.allCases where !record.flips.contains(flip) {
            if let date = instants?.flips[flip] { candidates.append(Deadline(date: date, happening: .flip(flip))) }
        }
        if record.activityState == .active, let date = record.content.staleDate {
            candidates.append(Deadline(date: date, happening: .stale))
        }
        let limit = record.startDate.after(Limits.running)
        var next = Deadline(date: max(limit, instants?.upperBound ?? limit), happening: .end)
        for candidate in candidates.reversed() where candidate.date <= next.date { next = candidate }
        return next
    }
}
