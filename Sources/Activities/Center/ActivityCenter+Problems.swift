import Foundation

/// What does not fit in a command, told without performing it: whoever has more to say about it says all at once. From any thread.
extension ActivityCenter {
    /// What does not fit in a start's values, by its kind and by the rules; an unknown kind says nothing.
    public func problems(with request: StartRequest) -> [FieldError] {
        problems { now throws(ActivityError) in try rules.content(of: request, try rules.kind(request.kind), now: now) }
    }

    /// What does not fit in an update's values.
    public func problems(with update: ContentUpdate, of record: ActivityRecord) -> [FieldError] {
        problems { now throws(ActivityError) in try rules.content(of: record, update, try rules.kind(record.kind), now: now) }
    }

    public func problems(with change: SettingsChange) -> [FieldError] { rules.errors(in: change) }

    private func problems(_ content: (Date) throws(ActivityError) -> KindContent) -> [FieldError] {
        do throws(ActivityError) {
            _ = try content(clock.now.millisecondBefore)
            return []
        } catch {
            guard case .invalid(let errors) = error else { return [] }
            return errors
        }
    }
}
