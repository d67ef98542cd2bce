import Activities
import Answers
import HTTP
import Routing

/// All activities in order of start, a page at a time.
struct ActivityList: Sendable {
    let backend: Backend

    /// Not at once, on the loop that read the request: a page is up to a thousand activities, and dismissed ones are read from the disk.
    var routes: [Route] { [Route(.get, "/api/activities", .watcher, .api, .deferred { try list($0) })] }

    private func list(_ context: Context) throws -> Response {
        let query = try context.query()
        let epoch = backend.center.epoch
        let page = try Page(query, epoch: epoch)
        let filter = BoardFilter(kind: try kind(query), state: try state(query))
        let found = try records(filter, page)
        let (records, next) = page.cut(found, epoch: epoch) { $0.startSequence }
        let isOperator = context.role >= .operator
        return .json(.object(["activities": .array(records.map { backend.json($0, withToken: isOperator) }), "next": next]))
    }

    /// One more than the page holds: whether there is a next one.
    private func records(_ filter: BoardFilter, _ page: Page) throws -> [ActivityRecord] {
        if filter.state == .dismissed { return try backend.archive.dismissed(kind: filter.kind, after: page.after, limit: page.limit + 1) }
        return backend.board.page(filter, after: page.after, limit: page.limit + 1).activities
    }

    /// An empty one is not said.
    private func kind(_ query: Form) throws(Problem) -> String? {
        guard let name = try query.single("kind"), !name.isEmpty else { return nil }
        guard backend.kinds[name] != nil else {
            throw Problem(.badRequest, "No kind is named \(name.quoted); the known ones are \(backend.kinds.all.map(\.kind).listed).")
        }
        return name
    }

    private func state(_ query: Form) throws(Problem) -> ActivityState? {
        guard let name = try query.single("state"), !name.isEmpty else { return nil }
        guard let state = ActivityState(rawValue: name) else {
            let known = ActivityState.allCases.map(\.rawValue).listed
            throw Problem(.badRequest, "No activity state is named \(name.quoted); they are \(known).")
        }
        return state
    }
}

extension String {
    /// For a sentence, cut where it is long.
    var quoted: String { "\u{201C}\(prefix(40))\u{201D}" }
}

extension [String] {
    var listed: String { joined(separator: ", ") }
}
