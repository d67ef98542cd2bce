import Foundation

extension Activity {
    /// Shows new content. Throws `ActivityError`: `.over` once it has ended, `.invalid` and `.authorization(.attributesTooLarge)` for what does not fit.
    @discardableResult
    public func update(_ content: ActivityContent<ContentState>) async throws(ActivityError) -> Outcome {
        try await update(content, as: nil, alert: nil)
    }

    /// Shows new content and rings.
    @discardableResult
    public func update(_ content: ActivityContent<ContentState>, alertConfiguration: AlertConfiguration?) async throws(ActivityError)
        -> Outcome
    {
        try await update(content, as: nil, alert: alertConfiguration)
    }

    /// Shows new content unless something newer was accepted before; a timestamp counts in whole seconds (activitykit.md, "Order").
    @discardableResult
    public func update(
        _ content: ActivityContent<ContentState>, alertConfiguration: AlertConfiguration? = nil, timestamp: Date
    ) async throws(ActivityError) -> Outcome {
        try await update(content, as: timestamp.unixSeconds, alert: alertConfiguration)
    }

    /// Ends it, with final content or the last one. Throws `ActivityError`: `.over` if it has ended already.
    @discardableResult
    public func end(
        _ content: ActivityContent<ContentState>?, dismissalPolicy: ActivityUIDismissalPolicy = .default
    ) async throws(ActivityError) -> Outcome {
        try await end(content, as: nil, dismissalPolicy)
    }

    /// Ends it unless something newer was accepted before.
    @discardableResult
    public func end(
        _ content: ActivityContent<ContentState>?, dismissalPolicy: ActivityUIDismissalPolicy = .default, timestamp: Date
    ) async throws(ActivityError) -> Outcome {
        try await end(content, as: timestamp.unixSeconds, dismissalPolicy)
    }

    private func update(
        _ content: ActivityContent<ContentState>, as timestamp: Int64?, alert: AlertConfiguration?
    ) async throws(ActivityError) -> Outcome {
        let update = ContentUpdate(
            state: .replace(try JSON.encoded(content.state)), staleDate: .some(content.staleDate), relevanceScore: content.relevanceScore,
            alert: alert, timestamp: timestamp)
        return try await center.perform(.update(id: id, update))
    }

    private func end(
        _ content: ActivityContent<ContentState>?, as timestamp: Int64?, _ policy: ActivityUIDismissalPolicy
    ) async throws(ActivityError) -> Outcome {
        var request = EndRequest(policy: policy, timestamp: timestamp)
        if let content { request.state = .replace(try JSON.encoded(content.state)) }
        return try await center.perform(.end(id: id, request))
    }
}

extension JSON {
    /// Throws `.invalid` for what has no JSON, such as a number that is none.
    static func encoded(_ value: some Encodable) throws(ActivityError) -> JSON {
        do { return try encode(value) } catch { throw .invalid([FieldError("", "A value cannot be kept: \(error).")]) }
    }
}

extension Date {
    /// Whole Unix seconds, rounded down; what is no number, or lies beyond all numbers, counts as the farthest.
    fileprivate var unixSeconds: Int64 {
        let second = timeIntervalSince1970.rounded(.down)
        return Int64(exactly: second) ?? (second < 0 ? .min : .max)
    }
}
