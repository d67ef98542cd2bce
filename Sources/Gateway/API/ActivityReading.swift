import Activities
import Answers
import HTTP
import Routing

/// One activity, and what happened to it.
struct ActivityReading: Sendable {
    let backend: Backend

    var routes: [Route] {
        [
            Route(.get, "/api/activities/{id}", .link, .api, .immediate { try activity($0) }),
            // Not on the loop that read the request: a page is up to a thousand events from the disk.
            Route(.get, "/api/activities/{id}/history", .operator, .api, .deferred { try history($0) }),
        ]
    }

    private func activity(_ context: Context) throws -> Response {
        let record = try backend.activity(context.activityID)
        let representation = Representation(of: record, in: backend, for: context.role)
        let known = EntityTagCondition(context.request.fields.values(of: "If-None-Match"))
        if known?.matchesWeakly(representation.tag) == true { return Response(.notModified, fields: representation.fields) }
        return .json(representation.json, fields: representation.fields)
    }

    private func history(_ context: Context) throws -> Response {
        let epoch = backend.center.epoch
        let page = try Page(try context.query(), epoch: epoch)
        let record = try backend.activity(context.activityID)
        let found = try backend.archive.events(of: record.id, after: page.after, limit: page.limit + 1)
        let (changes, next) = page.cut(found, epoch: epoch) { $0.sequence }
        return .json(.object(["events": .array(changes.map(backend.json)), "next": next]))
    }
}
