import Activities
import Foundation

/// What became of a command, in sentences for whoever pushed.
enum PushOutcome {
    static func sentence(_ outcome: Outcome, of command: Command) -> String {
        guard !outcome.isIgnored else { return outcome.warning ?? "Ignored." }
        let record = outcome.activities.first
        let done: String =
            switch command {
            case .request: "Started."
            case .update: outcome.changed ? "Updated." : "Nothing differed from what is shown, so nothing was changed."
            case .end where record?.activityState == .dismissed: "Ended and dismissed."
            case .end: record?.dismissalDate.map { "Ended; it is dismissed at \(ISO8601.string($0))." } ?? "Ended."
            default: ""
            }
        return ([done] + [outcome.warning].compactMap { $0 }).joined(separator: " ")
    }

    /// What a refused command means for the push.
    static func fault(_ error: ActivityError, of command: Command, to target: PushTarget) -> PushFault {
        switch error {
        case .over: .refused(.unregistered, error.message)
        case .unknownActivity: .refused(.badDeviceToken, "The device token is not known here.")
        case .store, .busy: .refused(.serviceUnavailable, error.message)
        case .authorization(.attributesTooLarge): .unheeded(tooLarge(command, target))
        case .authorization(let error): .unheeded("\(error.failureReason) \(error.recoverySuggestion)")
        case .invalid(let errors): .unheeded(errors.map { sentence($0, of: target.kind) }.joined(separator: " "))
        default: .unheeded(error.message)
        }
    }

    private static func tooLarge(_ command: Command, _ target: PushTarget) -> String {
        let message = ActivityAuthorizationError.attributesTooLarge.failureReason
        guard let content = content(of: command, target) else { return message }
        let size = target.kind.byteCount(attributes: content.attributes, state: content.state)
        return "\(message) As they are kept they have \(size), \(size - Limits.payloadBytes) too many."
    }

    private static func content(of command: Command, _ target: PushTarget) -> (attributes: JSON, state: JSON)? {
        switch (command, target) {
        case (.request(let request), _):
            if case .encoded(let attributes, let state) = request.payload { return (attributes, state) }
        case (.update(_, let update), .activity(let record, _)):
            if case .replace(let state) = update.state { return (record.attributes, state) }
        case (.end(_, let request), .activity(let record, _)):
            if case .replace(let state)? = request.state { return (record.attributes, state) }
        default: break
        }
        return nil
    }

    /// With the place in the payload where it stands.
    private static func sentence(_ error: FieldError, of kind: AnyKind) -> String {
        let places = [
            "staleDate": "stale-date", "relevanceScore": "relevance-score", "alert": "alert", "dismissalPolicy": "dismissal-date",
        ]
        if let place = places[error.field] { return "\(place): \(error.message)" }
        guard let field = kind.fields.first(where: { $0.name == error.field }) else { return error.message }
        return "\(field.place == .state ? "content-state" : "attributes").\(field.name): \(error.message)"
    }
}
