import Foundation

/// What kinds state of themselves, decided like everything else: no rule knows a kind.
extension Rules {
    /// The server's own zone wins over the setting; without either the machine's.
    func wallClock(_ settings: Settings) -> WallClock {
        WallClock(timeZone: timeZone ?? settings.timeZone.flatMap(TimeZone.init(identifier:)) ?? .current)
    }

    /// Those that go because one of a single kind starts, also a pending one: at most one of such a kind is pending or runs.
    func replaced(by kind: AnyKind, _ draft: Draft) -> [ActivityRecord] { kind.type.isSingle ? draft.unended(kind: kind.kind) : [] }

    /// Their ends, dismissed at once: two cards of a single kind would contradict each other.
    func endings(of replaced: [ActivityRecord], after sequence: UInt64, now: Date) -> [Change] {
        replaced.enumerated().map { index, old in
            let record = ended(old, at: now, dismissal: now, sequence: sequence + UInt64(index) + 1)
            return Change(sequence: record.sequence, event: .end, date: now, activity: record)
        }
    }

    /// The ends of those whose day ends at another instant, now that the zone is another one; nobody is shown that, so they are marks.
    func endDatesMoved(by settings: Settings, _ draft: Draft, now: Date) -> [Change] {
        guard settings.timeZone != draft.settings.timeZone else { return [] }
        let clock = wallClock(settings)
        let moved = kinds.all.flatMap { kind in
            draft.unended(kind: kind.kind).compactMap { old -> ActivityRecord? in
                guard old.limitDate != nil, let statement = try? kind.statement(of: old) else { return nil }
                var record = old
                record.limitDate = statement.endDate(startDate: old.startDate, clock: clock).map { max($0, now) }
                return record == old ? nil : record
            }
        }
        return moved.enumerated().map { index, record in
            Change(sequence: draft.lastSequence + UInt64(index) + 2, event: .mark, date: now, activity: record)
        }
    }

    /// The stale date after an update that named none, where `kept` is what would stand: the kind's own moves with the content, unless somebody chose another.
    func staleDate(_ kept: Date?, of old: ActivityRecord, updatedBy statement: any Statement, now: Date) -> Date? {
        guard let own = statement.staleDate(startDate: old.startDate),
            old.content.staleDate == statement.staleDate(of: old.content.state, startDate: old.startDate)
        else { return kept }
        // New content is not stale for a date that had passed before it came.
        return own <= now && old.activityState == .stale ? nil : own
    }
}

extension StartRequest {
    /// With what the kind states where the request says nothing.
    func completed(by statement: any Statement, startDate: Date) -> StartRequest {
        var request = self
        request.staleDate = staleDate ?? statement.staleDate(startDate: startDate)
        request.alert = alert ?? statement.alert(after: nil)
        return request
    }
}

extension ContentUpdate {
    /// With the alert that the kind states for a state that is new.
    func ringing(_ content: KindContent, after old: ActivityRecord) -> ContentUpdate {
        guard alert == nil, content.state != old.content.state else { return self }
        var update = self
        update.alert = content.statement.alert(after: old.content.state)
        return update
    }
}
