import Activities
import Foundation
import HTTP
import Routing

/// What ends an activity, takes it away, gives it another push token, or forgets it.
struct ActivityActions: Sendable {
    let backend: Backend

    var routes: [Route] {
        [
            Route(.post, "/api/activities/{id}/end", .operator, .api, .deferred { try await end($0) }),
            Route(.post, "/api/activities/{id}/dismiss", .operator, .api, .deferred { try await change($0) { .dismiss(id: $0) } }),
            Route(.post, "/api/activities/{id}/rotate-token", .operator, .api, .deferred { try await change($0) { .rotateToken(id: $0) } }),
            Route(.delete, "/api/activities/{id}", .operator, .api, .deferred { try await delete($0) }),
        ]
    }

    private func end(_ context: Context) async throws -> Response {
        let record = try backend.activity(context.activityID)
        var body = try JSONMembers(body: context.request.body, isOptional: true)
        let state = body.object("contentState", isOptional: true)
        let policy = body.dismissalPolicy()
        let request = EndRequest(state: state.map { .replace($0) }, policy: policy ?? .default, timestamp: body.timestamp())
        try body.finish { request.state.map { backend.center.problems(with: ContentUpdate(state: $0), of: record) } ?? [] }
        return try await answer(.end(id: record.id, request), context, state: state)
    }

    /// A change that has nothing to say but its name.
    private func change(_ context: Context, _ command: (String) -> Command) async throws -> Response {
        var body = try JSONMembers(body: context.request.body, isOptional: true)
        try body.finish()
        return try await answer(command(context.activityID), context)
    }

    private func delete(_ context: Context) async throws -> Response {
        _ = try await backend.perform(.delete(id: context.activityID))
        return Response(.noContent)
    }

    private func answer(_ command: Command, _ context: Context, state: JSON? = nil) async throws -> Response {
        let outcome = try await backend.perform(command)
        guard let record = outcome.activities.first else { throw ActivityError.unknownActivity(context.activityID) }
        var warnings = Warnings(outcome)
        warnings.passOver("contentState", sent: state, kept: record.content.state)
        return Representation(of: record, in: backend, for: context.role).answer(with: warnings.members)
    }
}

extension JSONMembers {
    /// `"immediate"`, `"default"` or `{"after": date}`.
    fileprivate mutating func dismissalPolicy() -> ActivityUIDismissalPolicy? {
        let name = "dismissalPolicy"
        guard let json: JSON = optional(name) else { return nil }
        switch json {
        case .string("immediate"): return .immediate
        case .string("default"): return .default
        case .object:
            return nested(name) { policy in
                let date: Date? = policy.required("after")
                return date.map { .after($0) }
            }
        default:
            refuse(name, "A dismissal policy is \u{201C}immediate\u{201D}, \u{201C}default\u{201D} or {\"after\": a date in ISO 8601}.")
            return nil
        }
    }
}

extension Backend {
    /// Performs a command; throws `GatewayError.gone` where it names an activity that is beyond retention.
    func perform(_ command: Command) async throws -> Outcome {
        do throws(ActivityError) {
            return try await center.perform(command)
        } catch {
            if case .unknownActivity(let id) = error, try archive.remembersActivity(id) { throw GatewayError.gone }
            throw error
        }
    }
}
