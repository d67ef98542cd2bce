import Activities
import HTTP
import Routing

/// Starts an activity; a start with an `Idempotency-Key` that is asked for again answers as the first time did, with the activity as
/// it is now, and starts nothing.
struct ActivityStart: Sendable {
    let backend: Backend
    private let running = KeysInFlight()

    init(backend: Backend) { self.backend = backend }

    var routes: [Route] { [Route(.post, "/api/activities", .operator, .api, .deferred { try await start($0) })] }

    private func start(_ context: Context) async throws -> Response {
        let key = try key(of: context.request)
        var request = try read(context.request)
        guard let key else { return try await perform(request, context) }
        switch running.begin(key) {
        case .begun: break
        case .isRunning:
            throw Problem(.conflict, "The first start with this Idempotency-Key has not been answered yet; ask again in a moment.")
        case .isFull: throw ActivityError.busy
        }
        defer { running.end(key) }
        request.idempotencyKey = key
        request.idempotencyFingerprint = SHA256.hexDigest(of: context.request.body)
        return try await perform(request, context)
    }

    private func perform(_ request: StartRequest, _ context: Context) async throws -> Response {
        let outcome = try await backend.center.perform(.request(request))
        guard let record = outcome.activities.first else { throw ActivityError.busy }
        var fields: Fields = ["Location": "/api/activities/\(record.id)"]
        if !outcome.changed { fields["Idempotent-Replayed"] = "true" }
        var warnings = Warnings(outcome)
        if case .encoded(let attributes, let state) = request.payload {
            warnings.passOver("attributes", sent: attributes, kept: record.attributes)
            warnings.passOver("contentState", sent: state, kept: record.content.state)
        }
        return Representation(of: record, in: backend, for: context.role).answer(.created, with: warnings.members, fields: fields)
    }

    private func key(of request: Request) throws(Problem) -> String? {
        let keys = request.fields.values(of: "Idempotency-Key")
        guard let key = keys.first else { return nil }
        guard keys.count == 1, (1...Limits.idempotencyKeyBytes).contains(key.utf8.count) else {
            throw Problem(.badRequest, "Idempotency-Key is one key of 1 to \(Limits.idempotencyKeyBytes) bytes, such as a random UUID.")
        }
        return key
    }

    private func read(_ request: Request) throws -> StartRequest {
        var body = try JSONMembers(body: request.body)
        let kind = try kind(&body)
        let attributes = body.object("attributes")
        let state = body.object("contentState")
        let start = StartRequest(
            kind: kind?.kind ?? "", payload: .encoded(attributes: attributes ?? .null, state: state ?? .null),
            staleDate: body.optional("staleDate"), relevanceScore: body.optional("relevanceScore") ?? 0,
            startDate: body.optional("startDate"), alert: body.alert(), keepAlive: body.optional("keepAlive"))
        try body.finish { backend.center.problems(with: start) }
        return start
    }

    /// By its attributes' type, as ActivityKit and pushes name it.
    private func kind(_ body: inout JSONMembers) throws(Problem) -> AnyKind? {
        guard let type: String = body.required("attributesType") else { return nil }
        if let kind = backend.kinds[attributesType: type] { return kind }
        let known = backend.kinds.all.map(\.attributesType)
        let near = backend.kinds[type]?.attributesType ?? Misspelling.of(type, among: known)
        body.refuse(
            "attributesType",
            "No kind has the attributes type \(type.quoted); the known ones are \(known.listed)." + Suggestion.question(near))
        return nil
    }
}
