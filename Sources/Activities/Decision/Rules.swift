import Foundation

/// What became of a command, before it is durable.
struct Decision {
    var changes: [Change] = []
    var outcome: Outcome
}

/// The rules by which commands become changes (activitykit.md); pure, given the identifiers.
struct Rules: Sendable {
    let kinds: KindRegistry
    let limits: Limits
    let identifiers: Identifiers
    /// The server's own; nil: the setting's, or the machine's.
    let timeZone: TimeZone?

    /// Throws why nothing changes.
    func decide(_ command: Command, _ draft: Draft, now: Date) throws(ActivityError) -> Decision {
        switch command {
        case .request(let request): try start(request, draft, now: now)
        case .update(let id, let update): try self.update(id, update, draft, now: now)
        case .end(let id, let request): try end(id, request, draft, now: now)
        case .endAll(let kind, let deliveredOnly): try endAll(kind, deliveredOnly: deliveredOnly, draft, now: now)
        case .dismiss(let id): try dismiss(id, draft, now: now)
        case .rotateToken(let id): try rotateToken(id, draft, now: now)
        case .delete(let id): try delete(id, draft, now: now)
        case .changeSettings(let change): try changeSettings(change, draft, now: now)
        case .letTimePass: letTimePass(draft, now: now)
        }
    }

    func kind(_ name: String) throws(ActivityError) -> AnyKind {
        guard let kind = kinds[name] else { throw .unknownKind(name) }
        return kind
    }

    /// One activity changed by one command.
    func decision(_ event: Change.Event, _ record: ActivityRecord, instants: KindInstants? = nil, now: Date, key: String? = nil, warning: String? = nil)
        -> Decision
    {
        Decision(
            changes: [
                Change(
                    sequence: record.sequence, event: event, date: now, activityID: record.id, activity: record, idempotencyKey: key,
                    instants: instants)
            ],
            outcome: Outcome(activities: [record], changed: true, warning: warning))
    }

    /// Viewers see no difference: nothing is announced.
    private func rotateToken(_ id: String, _ draft: Draft, now: Date) throws(ActivityError) -> Decision {
        var record = try draft.activity(id)
        guard record.activityState != .dismissed else { throw .over(.dismissed) }
        record.pushToken = identifiers.pushToken()
        return Decision(
            changes: [Change(sequence: draft.lastSequence + 1, event: .mark, date: now, activity: record)],
            outcome: Outcome(activities: [record], changed: true))
    }

    private func delete(_ id: String, _ draft: Draft, now: Date) throws(ActivityError) -> Decision {
        let record = try draft.activity(id)
        return Decision(
            changes: [Change(sequence: draft.lastSequence + 1, event: .delete, date: now, activity: record)],
            outcome: Outcome(activities: [record], changed: true))
    }

    /// Nothing changed but perhaps the mark, which must outlive a restart.
    func unchanged(_ record: ActivityRecord, mark: Int64, _ draft: Draft, now: Date, warning: String? = nil) -> Decision {
        var record = record
        let moved = mark > record.timestampMark
        record.timestampMark = max(mark, record.timestampMark)
        return Decision(
            changes: moved ? [Change(sequence: draft.lastSequence + 1, event: .mark, date: now, activity: record)] : [],
            outcome: Outcome(activities: [record], changed: false, warning: warning))
    }
}
