import Activities
import Answers
import Foundation
import HTTP
import Routing

/// Replaces what an activity shows.
struct ContentReplacement: Sendable {
    let backend: Backend

    var routes: [Route] { [Route(.put, "/api/activities/{id}/content", .operator, .api, .deferred { try await replace($0) })] }

    private func replace(_ context: Context) async throws -> Response {
        let record = try backend.activity(context.activityID)
        var update = try read(context.request, record)
        update.expectedSequence = try expectedSequence(context.request, record)
        let outcome = try await backend.perform(.update(id: record.id, update))
        let updated = outcome.activities.first ?? record
        var warnings = Warnings(outcome)
        if case .replace(let state) = update.state { warnings.passOver("contentState", sent: state, kept: updated.content.state) }
        let members = ["changed": JSON.boolean(outcome.changed)].merging(warnings.members) { mine, _ in mine }
        return Representation(of: updated, in: backend, for: context.role).answer(with: members)
    }

    private func read(_ request: Request, _ record: ActivityRecord) throws -> ContentUpdate {
        var body = try JSONMembers(body: request.body)
        let state = body.object("contentState")
        let staleDate: Date? = body.optional("staleDate")
        let update = ContentUpdate(
            state: .replace(state ?? .null), staleDate: body.has("staleDate") ? .some(staleDate) : nil,
            relevanceScore: body.optional("relevanceScore"), alert: body.alert(), timestamp: body.timestamp())
        try body.finish { backend.center.problems(with: update, of: record) }
        return update
    }

    /// The sequence that `If-Match` asks for (RFC 9110, section 13.1.1); whether it is still the newest the writer decides. A weak
    /// tag never matches, nor does one of another store; who reads what is no part of the question, for content is the same for all.
    private func expectedSequence(_ request: Request, _ record: ActivityRecord) throws(Problem) -> UInt64? {
        let values = request.fields.values(of: "If-Match")
        guard !values.isEmpty else { return nil }
        guard let condition = EntityTagCondition(values) else {
            throw Problem(.badRequest, "If-Match is * or a list of ETags in their quotes, as GET /api/activities/{id} answers them.")
        }
        guard case .tags(let tags) = condition else { return nil }
        let seen = tags.filter { !$0.isWeak }.compactMap(RevisionTag.init).map(\.position).filter { $0.epoch == backend.center.epoch }
        return seen.contains { $0.sequence == record.sequence } ? record.sequence : Self.neverUsed
    }

    /// Sequences begin at 1: what expects this one has been overtaken.
    private static let neverUsed: UInt64 = 0
}
