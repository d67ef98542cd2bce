/// Why a command changed nothing (activitykit.md, "Limits and errors").
public enum ActivityError: Error, Sendable {
    case authorization(ActivityAuthorizationError)
    /// Values that do not fit, a field each.
    case invalid([FieldError])
    case unknownKind(String)
    /// No such activity; `gone` one that was once.
    case unknownActivity(String)
    /// Ended or dismissed: nothing changes it any more.
    case over(ActivityState)
    /// Only an ended one can be dismissed.
    case notEnded(ActivityState)
    /// `expectedSequence` is not the newest.
    case overtaken(current: UInt64)
    /// The key started something else within the last 24 hours.
    case idempotencyKeyReused
    case store(JournalError)
    /// `Limits.waitingCommands` wait already; nothing was decided.
    case busy
}

/// ActivityKit's errors, as far as they can occur here, each with `failureReason` and `recoverySuggestion` (activitykit.md, "Limits and errors").
///
/// The others of its list speak of an app on a phone and cannot: `visibility` (a start from the background), `reconnectNotPermitted` and
/// `missingProcessIdentifier` (its process), `unentitled` (its signature), `unsupportedTarget` (its Info.plist, where a server has kinds).
public enum ActivityAuthorizationError: String, Error, Sendable, CaseIterable {
    case attributesTooLarge, denied, globalMaximumExceeded, targetMaximumExceeded, malformedActivityIdentifier, persistenceFailure
    case unsupported
}
