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
            let content = try kind.content(of: old, updatedBy: update.state, now: now)
            let update = update.ringing(content, after: old)
            var new = try updated(old, update, content, now: now)
            new.limitDate = content.statement.endDate(startDate: old.startDate, clock: wallClock(draft.settings))
            if new.content == old.content && new.activityState == old.activityState && update.alert == nil {
                return unchanged(old, mark: mark, draft, now: now, warning: warning)
            }
            let record = stamped(new, after: old, sequence: draft.lastSequence + 1, mark: mark, alert: update.alert, now: now)
            let stale = old.activityState == .stale && update.staleDate == nil ? nil : staleWarning(record, now: now)
            return decision(.update, record, instants: content.instants, now: now, warning: warning ?? stale)
        }
    }

    private func updated(_ old: ActivityRecord, _ update: ContentUpdate, _ content: KindContent, now: Date) throws(ActivityError)
        -> ActivityRecord
    {
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
        var errors = dateErrors([("staleDate", update.staleDate ?? nil)], now: now)
        if !new.content.relevanceScore.isFinite { errors.append(FieldError("relevanceScore", "A relevance score is a finite number.")) }
        errors += alertErrors(update.alert)
        guard errors.isEmpty else { throw .invalid(errors) }
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

    func changeSettings(_ change: SettingsChange, _ draft: Draft, now: Date) throws(ActivityError) -> Decision {
        var settings = draft.settings
        var errors: [FieldError] = []
        if let isEnabled = change.activitiesEnabled { settings.activitiesEnabled = isEnabled }
        if let name = change.timeZone {
            if name.utf8.count <= 64, TimeZone(identifier: name) != nil {
                settings.timeZone = name
            } else {
                errors.append(FieldError("timeZone", "\u{201C}\(name.prefix(40))\u{201D} is no time zone such as Europe/Berlin."))
            }
        }
        for (name, color, path) in [
            ("timerColor", change.timerColor, \Settings.timerColor), ("stopwatchColor", change.stopwatchColor, \Settings.stopwatchColor),
        ] {
            guard let color else { continue }
            if color.isHexColor {
                settings[keyPath: path] = color.lowercased()
            } else {
                errors.append(FieldError(name, "A colour is #rrggbb."))
            }
        }
        guard errors.isEmpty else { throw .invalid(errors) }
        guard settings != draft.settings else { return Decision(outcome: Outcome(changed: false)) }
        return Decision(
            changes: [Change(sequence: draft.lastSequence + 1, event: .settings, date: now, settings: settings)]
                + endDatesMoved(by: settings, draft, now: now),
            outcome: Outcome(changed: true))
    }
}

extension String {
    /// `#rrggbb`: nothing else may be written into a style.
    fileprivate var isHexColor: Bool {
        utf8.count == 7 && utf8.first == UInt8(ascii: "#")
            && utf8.dropFirst().allSatisfy { byte in
                (0x30...0x39).contains(byte) || (0x41...0x46).contains(byte) || (0x61...0x66).contains(byte)
            }
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
