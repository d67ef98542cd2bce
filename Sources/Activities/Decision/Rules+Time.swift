import Foundation

extension Rules {
    /// What fell due until now, each with a change of its own, dated at its instant, in the order of the instants; of equal ones the
    /// activity that started earlier comes first. At most `Limits.dueAtOnce`.
    func letTimePass(_ draft: Draft, now: Date) -> Decision {
        var scheduled: [String: Scheduled] = [:]
        var waiting = OrderedSet<Due>()
        for due in draft.due(until: now, limit: Limits.dueAtOnce, kinds: kinds) {
            scheduled[due.record.id] = due
            enqueue(due, &waiting)
        }
        var changes: [Change] = []
        var touched: [String] = []
        while let due = waiting.first, due.date <= now, changes.count < Limits.dueAtOnce {
            waiting.remove(due)
            guard let present = scheduled[due.place.id], let deadline = Deadline.next(of: present) else { continue }
            let change = self.change(present.record, by: deadline, sequence: draft.lastSequence + UInt64(changes.count) + 1)
            changes.append(change)
            guard let next = change.activity.map({ present.followed(by: $0, kinds: kinds) }) else { continue }
            scheduled[next.record.id] = next
            touched.append(next.record.id)
            enqueue(next, &waiting)
        }
        var seen: Set<String> = []
        let activities = touched.filter { seen.insert($0).inserted }.compactMap { scheduled[$0]?.record }
        return Decision(changes: changes, outcome: Outcome(activities: activities, changed: !changes.isEmpty))
    }

    private func enqueue(_ scheduled: Scheduled, _ waiting: inout OrderedSet<Due>) {
        guard let deadline = Deadline.next(of: scheduled) else { return }
        waiting.insert(Due(date: deadline.date, place: Place(sequence: scheduled.record.startSequence, id: scheduled.record.id)))
    }

    private func change(_ old: ActivityRecord, by deadline: Deadline, sequence: UInt64) -> Change {
        let date = deadline.date
        var record = old
        record.sequence = sequence
        switch deadline.happening {
        case .activate:
            activate(&record, at: date, sequence: sequence)
            return Change(sequence: sequence, event: .activate, date: date, activity: record)
        case .flip(let flip):
            record.flips.insert(flip)
            return Change(sequence: sequence, event: .flip, date: date, flip: flip, activity: record)
        case .stale:
            record.activityState = .stale
            record.staleSince = date
            return Change(sequence: sequence, event: .stale, date: date, activity: record)
        case .end:
            record = ended(old, at: date, dismissal: date.after(Limits.lingering), sequence: sequence)
            return Change(sequence: sequence, event: .end, date: date, activity: record)
        case .dismiss:
            record = dismissed(old, at: date, sequence: sequence)
            return Change(sequence: sequence, event: .dismiss, date: date, activity: record)
        }
    }

    private func activate(_ record: inout ActivityRecord, at date: Date, sequence: UInt64) {
        let isStale = record.content.staleDate.map { $0 <= date } ?? false
        record.activityState = isStale ? .stale : .active
        record.staleSince = isStale ? record.content.staleDate : nil
        record.flips = kinds[record.kind]?.instants(of: record).passed(by: date) ?? []
        record.controlsSequence = sequence
        record.alert = record.alert.map { ActivityRecord.RungAlert(alert: $0.alert, sequence: sequence, date: date) }
    }
}
