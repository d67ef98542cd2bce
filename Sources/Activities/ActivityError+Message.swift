extension ActivityError {
    /// One sentence for the person who asked.
    public var message: String {
        switch self {
        case .authorization(let error): error.failureReason
        case .invalid(let errors): errors.first?.message ?? "A value does not fit."
        case .unknownKind(let kind): "There is no kind of activity named \u{201C}\(kind.prefix(40))\u{201D}."
        case .unknownActivity: "There is no such activity."
        case .over(let state): "The activity is \(state.rawValue): nothing changes it any more."
        case .notEnded(let state): "The activity is \(state.rawValue): only an ended one can be dismissed."
        case .overtaken(let current): "The activity has changed since it was read; its sequence is now \(current)."
        case .idempotencyKeyReused: "The idempotency key belongs to a start that asked for something else; use a new key for this one."
        case .store(let error):
            error.isFull ? "Nothing was stored, for the disk is full." : "Nothing was stored, for the store does not answer."
        case .busy: "Too many commands wait already; try again in a moment."
        }
    }
}

extension ActivityAuthorizationError {
    /// Why it was refused, in one sentence (ActivityKit's member of that name).
    public var failureReason: String {
        switch self {
        case .attributesTooLarge: "The attributes and the content state together are larger than \(Limits.payloadBytes) bytes."
        case .denied: "Live Activities are not enabled."
        case .globalMaximumExceeded: "As many activities run as this server allows."
        case .targetMaximumExceeded: "As many activities of this kind run as this server allows."
        case .malformedActivityIdentifier: "The activity's identifier is not a UUID in lower case."
        case .persistenceFailure: "The activity could not be stored."
        case .unsupported: "This server has no such kind of activity, or not in that way."
        }
    }

    /// What helps, in one sentence (ActivityKit's member of that name).
    public var recoverySuggestion: String {
        switch self {
        case .attributesTooLarge: "Shorten the texts, and keep what a card does not show elsewhere."
        case .denied: "Turn activities on, on the dashboard or with PUT /api/settings."
        case .globalMaximumExceeded: "End activities that are over, or raise --max-activities."
        case .targetMaximumExceeded: "End activities of this kind that are over, or raise --max-activities-per-kind."
        case .malformedActivityIdentifier: "Use the id that the start answered with."
        case .persistenceFailure: "Look at the log, make room on the disk, and try again."
        case .unsupported: "Look at /api/kinds for the kinds that it knows; pushes go to an activity's own token."
        }
    }
}
