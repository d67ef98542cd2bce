import Foundation

extension Rules {
    func start(_ request: StartRequest, _ draft: Draft, now: Date) throws(ActivityError) -> Decision {
        let kind = try kind(request.kind)
        if let key = request.idempotencyKey {
            try check(idempotencyKey: key, fingerprint: request.idempotencyFingerprint)
            if let first = try draft.activity(startedBy: key, now: now) {
                try check(first, isAskedForBy: request)
                return Decision(outcome: Outcome(activities: [first], changed: false))
            }
        }
        guard draft.settings.activitiesEnabled else { throw .authorization(.denied) }
        switch Timestamp(request.timestamp, after: .min, now: now) {
        case .ignored(let reason): return Decision(outcome: Outcome(changed: false, warning: reason, isIgnored: true))
        case .accepted(let mark, let warning): return try start(request, kind, mark: mark, warning: warning, draft, now: now)
        }
    }

    private func start(_ request: StartRequest, _ kind: AnyKind, mark: Int64, warning: String?, _ draft: Draft, now: Date)
        throws(ActivityError) -> Decision
    {
        let content = try content(of: request, kind, now: now)
        let replaced = replaced(by: kind, draft)
        let counts = draft.counts(kind: kind.kind)
        guard counts.ofKind - replaced.count < limits.activitiesPerKind else { throw .authorization(.targetMaximumExceeded) }
        guard counts.all - replaced.count < limits.activities else { throw .authorization(.globalMaximumExceeded) }
        let completed = request.completed(by: content.statement, startDate: startDate(of: request, now: now))
        var record = started(
            completed, kind, content, mark: mark, sequence: draft.lastSequence + UInt64(replaced.count) + 1, now: now)
        record.limitDate = content.statement.endDate(startDate: record.startDate, clock: wallClock(draft.settings))
        var decision = decision(
            .start, record, instants: content.instants, now: now, key: request.idempotencyKey,
            warning: warning ?? staleWarning(record, now: now))
        decision.changes = endings(of: replaced, after: draft.lastSequence, now: now) + decision.changes
        return decision
    }

    private func startDate(of request: StartRequest, now: Date) -> Date { request.startDate.map { max($0.nearestMillisecond, now) } ?? now }

    private func started(
        _ request: StartRequest, _ kind: AnyKind, _ content: KindContent, mark: Int64, sequence: UInt64, now: Date
    ) -> ActivityRecord {
        let startDate = startDate(of: request, now: now)
        let isPending = startDate > now
        let staleDate = request.staleDate?.nearestMillisecond
        let isStale = !isPending && staleDate.map { $0 <= now } ?? false
        return ActivityRecord(
            id: identifiers.activity(), kind: kind.kind, attributes: content.attributes,
            content: ActivityContent(state: content.state, staleDate: staleDate, relevanceScore: request.relevanceScore),
            activityState: isPending ? .pending : isStale ? .stale : .active, startDate: startDate, pushToken: identifiers.pushToken(),
            keepAlive: request.keepAlive ?? kind.keepAlive, startSequence: sequence, sequence: sequence, controlsSequence: sequence,
            updatedDate: now, staleSince: isStale ? staleDate : nil, timestampMark: mark,
            flips: isPending ? [] : content.instants.passed(by: now),
            // A pending one keeps its alert until it rings, at the activation.
            alert: request.alert.map { ActivityRecord.RungAlert(alert: $0, sequence: sequence, date: startDate) },
            startFingerprint: request.idempotencyKey == nil ? nil : request.idempotencyFingerprint)
    }

    /// What the request asks to show; throws all that does not fit in it at once.
    func content(of request: StartRequest, _ kind: AnyKind, now: Date) throws(ActivityError) -> KindContent {
        try content(besides: errors(in: request, now: now)) { () throws(ActivityError) in try kind.content(for: request.payload, now: now) }
    }

    /// Tells what is wrong with a command's own members together with what is wrong with its content.
    func content(besides errors: [FieldError], _ read: () throws(ActivityError) -> KindContent) throws(ActivityError) -> KindContent {
        let content: KindContent
        do throws(ActivityError) { content = try read() } catch {
            guard case .invalid(let others) = error else { throw error }
            throw .invalid(others + errors)
        }
        guard errors.isEmpty else { throw .invalid(errors) }
        return content
    }

    private func errors(in request: StartRequest, now: Date) -> [FieldError] {
        var errors = dateErrors([("staleDate", request.staleDate), ("startDate", request.startDate)], now: now)
        if !request.relevanceScore.isFinite { errors.append(FieldError("relevanceScore", "A relevance score is a finite number.")) }
        if let keepAlive = request.keepAlive, !["worker", "sound"].contains(keepAlive) {
            errors.append(FieldError("keepAlive", "keepAlive is worker or sound."))
        }
        if let date = request.startDate, date.nearestMillisecond > now, request.alert == nil {
            errors.append(FieldError("alert", "A start date needs an alert, which rings when the activity starts."))
        }
        return errors + alertErrors(request.alert)
    }

    /// Where either side has no fingerprint the key alone counts.
    private func check(_ first: ActivityRecord, isAskedForBy request: StartRequest) throws(ActivityError) {
        guard let was = first.startFingerprint, let asked = request.idempotencyFingerprint else { return }
        if was != asked { throw .idempotencyKeyReused }
    }

    private func check(idempotencyKey key: String, fingerprint: String?) throws(ActivityError) {
        guard fingerprint?.utf8.count ?? 0 <= Limits.idempotencyFingerprintBytes else {
            throw .invalid([FieldError("idempotencyFingerprint", "A fingerprint has at most \(Limits.idempotencyFingerprintBytes) bytes.")])
        }
        guard (1...Limits.idempotencyKeyBytes).contains(key.utf8.count) else {
            throw .invalid([FieldError("idempotencyKey", "An idempotency key has 1 to \(Limits.idempotencyKeyBytes) bytes.")])
        }
    }

    func dateErrors(_ dates: [(name: String, date: Date?)], now: Date) -> [FieldError] {
        dates.compactMap { name, date in
            guard let date, !(abs(date.timeIntervalSince(now)) <= Limits.farthest) else { return nil }
            return FieldError(name, "\(ISO8601.string(date)) lies more than ten years from now.")
        }
    }

    func alertErrors(_ alert: AlertConfiguration?) -> [FieldError] {
        guard let alert else { return [] }
        var errors: [FieldError] = []
        for (name, text) in [("title", alert.title), ("body", alert.body)] where text.utf8.count > Limits.alertBytes {
            errors.append(FieldError("alert.\(name)", "An alert's \(name) has at most \(Limits.alertBytes) bytes."))
        }
        if alert.sound.utf8.count > 64 || alert.sound.contains("/") {
            errors.append(FieldError("alert.sound", "An alert's sound is a name under Public/sounds, or default."))
        }
        return errors
    }

    func staleWarning(_ record: ActivityRecord, now: Date) -> String? {
        guard record.activityState == .stale, let date = record.content.staleDate else { return nil }
        return "The stale date \(ISO8601.string(date)) has passed already: the activity is shown as stale."
    }
}
