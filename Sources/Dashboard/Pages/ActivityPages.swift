import Activities
import HTTP
import Mustache
import Routing

/// What a link to one activity leads to: its page, its card for other sites, its picture, its driver's phone.
struct ActivityPages: Sendable {
    let pages: Pages
    let roots: Roots
    private var site: Site { pages.site }

    var routes: [Route] {
        [
            Route(.get, "/activities/{id}", .link, .page, .immediate { try activity($0) }),
            Route(.get, "/activities/{id}/embed", .link, .page, .immediate { try embed($0) }).framed(by: .anyone),
            Route(.get, "/activities/{id}/journey.svg", .link, .page, .immediate { try journey($0) }),
            Route(.get, "/activities/{id}/contact", .link, .page, .immediate { try contact($0) }),
        ]
    }

    private func activity(_ context: Context) throws -> Response {
        let record = try record(context)
        let isOperator = context.role >= .operator
        let isOver = record.activityState == .dismissed
        let page = ActivityPage(
            chrome: pages.chrome(
                site.kindTitle(of: record), context, revision: record.sequence,
                streamURL: isOver ? nil : "/activities/\(record.id)/events", isPrivate: true),
            activity: ActivityView(record, site: site), card: text(try roots.presentation("lock-screen", of: record)),
            controls: isOperator && !isOver ? text(try roots.controls(of: record)) : "", linkWorksOnlyHere: site.baseURL == nil,
            hasJourney: site.library.contains("activities/\(record.kind)/journey"),
            isOver: record.activityState == .ended || isOver, history: text(try roots.history(of: record)))
        return try pages.page("activity", page)
    }

    private func embed(_ context: Context) throws -> Response {
        let record = try record(context)
        let page = EmbedPage(
            chrome: pages.chrome(
                site.kindTitle(of: record), context, revision: record.sequence,
                streamURL: record.activityState == .dismissed ? nil : "/activities/\(record.id)/events", isPrivate: true),
            activity: ActivityView(record, site: site), card: text(try roots.presentation("embed", of: record)))
        return try pages.page("embed", page)
    }

    private func journey(_ context: Context) throws -> Response {
        let record = try record(context)
        guard let image = try roots.journey(of: record, now: site.clock()) else { throw PageError.noJourney }
        return Response(.ok, fields: ["Content-Type": "image/svg+xml; charset=utf-8"], body: .bytes(image))
    }

    private func contact(_ context: Context) throws -> Response {
        let record = try record(context)
        guard let contact = try site.kinds.kind(named: record.kind).contact(of: record) else { throw PageError.noContact }
        let page = ContactPage(
            chrome: pages.chrome("Call \(contact.name)?", context, isPrivate: true), activity: ActivityView(record, site: site),
            name: contact.name, initials: contact.initials, phone: contact.phone,
            telephoneURL: contact.phone.map { "tel:" + $0.filter { "+0123456789".contains($0) } })
        return try pages.page("contact", page)
    }

    private func record(_ context: Context) throws -> ActivityRecord { try site.activity(context.parameters["id"] ?? "") }

    private func text(_ bytes: [UInt8]) -> String { String(decoding: bytes, as: UTF8.self) }
}
