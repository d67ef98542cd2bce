import Foundation

extension Rules {
    func update(_ id: String, _ update: ContentUpdate, _ draft: Draft, now: Date) throws(ActivityError) -> Decision {
        let old = try draft.activity(id)
        guard old.activityState == .pending || old.activityState.isRunning else { throw .over(old.activityState) }
        if let expected = update.expectedSequence, expected != old.sequence { throw .overtaken(current: old.sequence) }
        let kind = try kind(old.kind)
        switch Timestamp(update.timestamp, after: old.timestampMark, now: now) {
        case .ignored(let reason): return Decision(outcome: Outcome(activities: [old], changed: false, warning: reason, isIgnored: true))
        case .accepted(let mark, let warning):
            let content = try content(of: old, update, kind, now: now)
            let update = update.ringing(content, after: old)
            // The kind's own alert too is kept with the activity.
            let unfit = alertErrors(update.alert)
            guard unfit.isEmpty else { throw .invalid(unfit) }
            var new = updated(old, update, content, now: now)
            new.limitDate = content.statement.endDate(startDate: old.startDate, clock: wallClock(draft.settings))
            if new.content == old.content && new.activityState == old.activityState && update.alert == nil {
                return unchanged(old, mark: mark, draft, now: now, warning: warning)
            }
            let record = stamped(new, after: old, sequence: draft.lastSequence + 1, mark: mark, alert: update.alert, now: now)
            let stale = old.activityState == .stale && update.staleDate == nil ? nil : staleWarning(record, now: now)
            return decision(.update, record, instants: content.instants, now: now, warning: warning ?? stale)
        }
    }

    /// What the activity would show; throws all that does not fit in the update at once.
    func content(of old: ActivityRecord, _ update: ContentUpdate, _ kind: AnyKind, now: Date) throws(ActivityError) -> KindContent {
        var errors = dateErrors([("staleDate", update.staleDate ?? nil)], now: now)
        if update.relevanceScore?.isFinite == false { errors.append(FieldError("relevanceScore", "A relevance score is a finite number.")) }
        errors += alertErrors(update.alert)
        return try content(besides: errors) { () throws(ActivityError) in
            try kind.content(of: old, updatedBy: update.state, now: now)
        }
    }

    private func updated(_ old: ActivityRecord, _ update: ContentUpdate, _ content: KindContent, now: Date) -> ActivityRecord {
        var new = old
        new.content.state = content.state
        if let score = update.relevanceScore { new.content.relevanceScore = score }
        if let staleDate = update.staleDate {
            new.content.staleDate = staleDate?.nearestMillisecond
        } else if old.activityState == .stale {
            // The old date has passed and says nothing about content that is new.
            new.content.staleDate = nil
        }
        if update.staleDate == nil {
            new.content.staleDate = self.staleDate(new.content.staleDate, of: old, updatedBy: content.statement, now: now)
        }
        guard old.activityState != .pending else { return new }
        let isStale = new.content.staleDate.map { $0 <= now } ?? false
        new.activityState = isStale ? .stale : .active
        new.staleSince = isStale ? new.content.staleDate : nil
        new.flips = content.instants.passed(by: now)
        return new
    }

    private func stamped(
        _ new: ActivityRecord, after old: ActivityRecord, sequence: UInt64, mark: Int64, alert: AlertConfiguration?, now: Date
    ) -> ActivityRecord {
        var new = new
        new.sequence = sequence
        new.updatedDate = now
        new.timestampMark = mark
        if let alert {
            let date = new.activityState == .pending ? new.startDate : now
            new.alert = ActivityRecord.RungAlert(alert: alert, sequence: sequence, date: date)
        }
        if new.activityState.controls != old.activityState.controls { new.controlsSequence = sequence }
        return new
    }
}

extension ActivityState {
    /// What an operator may do with an activity: update and end it while it is pending or runs (with words of their own while it is
    /// pending), dismiss it once ended, nothing after that. Stale and delivered ones offer what active ones do.
    enum Controls { case pending, running, ended, none }

    var controls: Controls {
        switch self {
        case .pending: .pending
        case .active, .stale: .running
        case .ended: .ended
        case .dismissed: .none
        }
    }
}
