import Foundation

extension Rules {
    func end(_ id: String, _ request: EndRequest, _ draft: Draft, now: Date) throws(ActivityError) -> Decision {
        let old = try draft.activity(id)
        guard old.activityState == .pending || old.activityState.isRunning else { throw .over(old.activityState) }
        switch Timestamp(request.timestamp, after: old.timestampMark, now: now) {
        case .ignored(let reason): return Decision(outcome: Outcome(activities: [old], changed: false, warning: reason, isIgnored: true))
        case .accepted(let mark, let warning):
            var record = old
            let errors = errors(in: request.policy, now: now)
            if let final = request.state {
                let kind = try kind(old.kind)
                let content = try content(besides: errors) { () throws(ActivityError) in
                    try kind.content(of: old, updatedBy: final, now: now)
                }
                record.content.state = content.state
                record.updatedDate = now
                if old.activityState.isRunning { record.flips = content.instants.passed(by: now) }
            }
            guard errors.isEmpty else { throw .invalid(errors) }
            record.timestampMark = mark
            let dismissal = dismissal(by: request.policy, now: now)
            let ended = self.ended(record, at: now, dismissal: dismissal, sequence: draft.lastSequence + 1)
            return decision(.end, ended, now: now, warning: warning)
        }
    }

    func endAll(_ name: String, deliveredOnly: Bool, _ draft: Draft, now: Date) throws(ActivityError) -> Decision {
        let kind = try kind(name)
        var sequence = draft.lastSequence
        let records = draft.running(kind: kind.kind).filter { !deliveredOnly || $0.isDelivered }.map { old in
            sequence += 1
            var record = old
            record.timestampMark = max(old.timestampMark, now.wholeSeconds)
            return ended(record, at: now, dismissal: now, sequence: sequence)
        }
        return Decision(
            changes: records.map { Change(sequence: $0.sequence, event: .end, date: now, activity: $0) },
            outcome: Outcome(activities: records, changed: !records.isEmpty))
    }

    func dismiss(_ id: String, _ draft: Draft, now: Date) throws(ActivityError) -> Decision {
        let old = try draft.activity(id)
        guard old.activityState != .dismissed else { throw .over(.dismissed) }
        guard old.activityState == .ended else { throw .notEnded(old.activityState) }
        return decision(.dismiss, dismissed(old, at: now, sequence: draft.lastSequence + 1), now: now)
    }

    /// A pending one was never shown, so nothing of it stays.
    func ended(_ old: ActivityRecord, at date: Date, dismissal: Date, sequence: UInt64) -> ActivityRecord {
        var record = old
        let goesAtOnce = dismissal <= date || old.activityState == .pending
        record.activityState = goesAtOnce ? .dismissed : .ended
        record.endDate = date
        record.dismissalDate = goesAtOnce ? date : dismissal
        record.sequence = sequence
        record.controlsSequence = sequence
        return record
    }

    func dismissed(_ old: ActivityRecord, at date: Date, sequence: UInt64) -> ActivityRecord {
        var record = old
        record.activityState = .dismissed
        record.dismissalDate = date
        record.sequence = sequence
        record.controlsSequence = sequence
        return record
    }

    private func errors(in policy: ActivityUIDismissalPolicy, now: Date) -> [FieldError] {
        switch policy {
        case .default, .immediate: []
        case .after(let date): dateErrors([("dismissalPolicy", date)], now: now)
        case .afterMinutes(let minutes): minutes.isFinite ? [] : [FieldError("minutes", "Minutes are a number.")]
        }
    }

    /// Not later than 4 h after the end.
    private func dismissal(by policy: ActivityUIDismissalPolicy, now: Date) -> Date {
        let latest = now.after(Limits.lingering)
        return switch policy {
        case .default: latest
        case .immediate: now
        case .after(let date): min(date.nearestMillisecond, latest)
        case .afterMinutes(let minutes): min(now.after(min(minutes * 60, Limits.lingering)), latest)
        }
    }
}
