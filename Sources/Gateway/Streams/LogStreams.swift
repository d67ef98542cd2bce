import Activities
import Answers
import HTTP
import Routing

/// The JSON streams: the log, in order, each change once (http.md, "Live streams").
///
/// A newcomer's `reset` is its own and goes out with the head; from its position on everybody reads the same source.
struct LogStreams: Sendable {
    private let backend: Backend
    private let sources: LogSources

    /// `report` is told, in one line, that the log could not be read.
    init(backend: Backend, report: @escaping @Sendable (String) -> Void) {
        self.backend = backend
        let failed = RepeatedFailures("the log could not be read for a stream", clock: backend.clock, report: report)
        sources = LogSources(backend: backend) { failed($0) }
    }

    /// What they refuse is told to programs: their surface is the API's.
    var routes: [Route] {
        [
            // A reset of everything takes long with many activities, and a loop has others to serve.
            Route(.get, "/api/events", .operator, .api, .deferred { try whole($0) }),
            Route(.get, "/api/activities/{id}/events", .link, .api, .immediate { try one($0.parameters["id"] ?? "", $0) }),
        ]
    }

    private func whole(_ context: Context) throws -> Response { try stream(.whole, resumed(context), context) }

    /// Over, and seen: 204, so that an EventSource stops. An older reader first gets what it missed.
    private func one(_ id: String, _ context: Context) throws -> Response {
        // Before the activity: what happens to it from here on is newer than the position.
        let cursor = resumed(context)
        let record = try backend.activity(id)
        if record.activityState == .dismissed, (cursor?.sequence ?? .max) >= record.sequence { return Response(.noContent) }
        return try stream(.activity(id), cursor, context)
    }

    private func resumed(_ context: Context) -> Cursor? {
        Position.resumed(by: context.request, epoch: backend.center.epoch, newest: backend.board.revision)
    }

    private func stream(_ key: LogSources.Key, _ known: Cursor?, _ context: Context) throws -> Response {
        var preamble: [UInt8] = []
        ServerSentEvent.retry.append(to: &preamble)
        var cursor = known
        if try known.map({ try backend.archive.horizon() > $0.sequence }) ?? true {
            let reset = try key.view(backend).reset()
            preamble += reset.bytes
            cursor = reset.cursor
        }
        return .stream(EventStream(preamble: preamble, source: sources.source(key), cursor: cursor, tag: context.sessionTag))
    }

    /// A turn is visible: whoever reads it is told to look.
    func turnIsVisible(_ turn: FeedTurn) { sources.ring(turn.ids) }
}
