import Activities
import Answers
import Foundation
import HTTP
import Routing

/// The live HTML streams: which view a request asks for, where it resumes, and when there is nothing more to come.
struct Streams: Sendable {
    /// Activities on one stream (http.md, "Live streams").
    static let limit = 50

    let site: Site
    let sources: LiveSources

    var routes: [Route] {
        [
            Route(.get, "/events", .link, .stream, .immediate { try events($0) }),
            Route(.get, "/activities/{id}/events", .link, .stream, .immediate { try activities([$0.parameters["id"] ?? ""], $0) }),
        ]
    }

    private func events(_ context: Context) throws -> Response {
        let query = try context.query()
        let ids = query.values(of: "activity")
        guard ids.count <= Self.limit else { throw PageError.tooManyActivities(ids.count, Self.limit) }
        switch query["page"] {
        case nil where !ids.isEmpty: return try activities(ids, context)
        case nil, "dashboard":
            try context.require(.watcher)
            return stream(.dashboard(BoardFilter(query), with: Set(ids).sorted(), isOperator: context.role >= .operator), context)
        case "pushes":
            try context.require(.operator)
            guard ids.isEmpty else { throw PageError.twoOrders }
            return stream(.pushes, context, newest: try site.pushLog.lastNumber())
        case let other?: throw PageError.unknownPage(other)
        }
    }

    /// Over for all of them, and seen: 204, so that an EventSource stops. An older reader first gets what it missed.
    private func activities(_ ids: [String], _ context: Context) throws -> Response {
        var known: [ActivityRecord] = []
        for id in Set(ids).sorted() {
            if let record = try site.board.activity(id) ?? site.archive.activity(id) { known.append(record) }
        }
        guard !known.isEmpty else {
            guard try ids.contains(where: site.archive.remembersActivity) else { throw ActivityError.unknownActivity(ids.first ?? "") }
            throw PageError.gone
        }
        let cursor = resumed(context)
        let isOver = known.allSatisfy { $0.activityState == .dismissed && (cursor?.sequence ?? .max) >= $0.sequence }
        if isOver { return Response(.noContent) }
        return stream(.activities(known.map(\.id), isOperator: context.role >= .operator), context)
    }

    /// `newest`: the newest place in the order that the view follows; nil: the board's.
    private func stream(_ key: LiveSources.Key, _ context: Context, newest: UInt64? = nil) -> Response {
        let newest = newest ?? site.board.revision
        let cursor = Position.resumed(by: context.request, epoch: site.epoch, newest: newest)
        return .stream(
            EventStream(preamble: preamble(newest), source: sources.source(key), cursor: cursor, tag: context.sessionTag))
    }

    private func resumed(_ context: Context) -> Cursor? {
        Position.resumed(by: context.request, epoch: site.epoch, newest: site.board.revision)
    }

    /// `retry:`, another for each connection, so that a restart makes no storm; then `hello`.
    private func preamble(_ newest: UInt64) -> [UInt8] {
        var bytes: [UInt8] = []
        ServerSentEvent.retry.append(to: &bytes)
        let hello = Hello(
            now: Int((site.clock().timeIntervalSince1970 * 1000).rounded()), build: site.build, revision: site.position(newest))
        ServerSentEvent(event: "hello", data: hello.bytes).append(to: &bytes)
        return bytes
    }

    private struct Hello {
        let now: Int
        let build: String
        let revision: String

        /// Numbers, hex digits and dashes: nothing that JSON would have to escape.
        var bytes: [UInt8] { Array("{\"now\":\(now),\"build\":\"\(build)\",\"revision\":\"\(revision)\"}".utf8) }
    }
}
