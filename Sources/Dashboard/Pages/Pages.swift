import Activities
import Foundation
import HTTP
import Mustache
import Routing

/// Renders whole pages: a template, its view, and what every page has around it.
struct Pages: Sendable {
    let site: Site

    /// A page as an answer; its cache and security fields are the router's business.
    func page(_ name: String, _ view: some Encodable, status: Status = .ok, fields: Fields = Fields()) throws -> Response {
        var fields = fields
        fields["Content-Type"] = "text/html; charset=utf-8"
        return Response(status, fields: fields, body: .bytes(try site.library.render("pages/\(name)", site.value(view))))
    }

    func chrome(
        _ title: String, _ context: Context, revision: UInt64? = nil, streamURL: String? = nil, isPrivate: Bool = false
    ) -> Chrome {
        let now = site.clock()
        return Chrome(
            title: title, styleURL: site.asset("style.css"), scriptURL: site.asset("islet.js"), iconURL: site.asset("icons/islet.svg"),
            revision: site.position(revision ?? site.board.revision), now: Moment(now, clock: site.wallClock),
            firstFrame: Moment(now.addingTimeInterval(Self.firstFrame), clock: site.wallClock), streamURL: streamURL,
            build: site.build, timeZone: site.wallClock.timeZone.identifier, navigation: navigation(context),
            isOperator: context.role >= .operator, isWatcher: context.role >= .watcher, isLoggedIn: context.sessionTag != nil,
            isPrivate: isPrivate, plainHTTPNotice: site.isPlainHTTPBeyondLoopback, notice: Notice.said(in: context, now: now)?.sentence)
    }

    /// From the answer to the first frame, in seconds: 40 to 180 ms were measured in Chromium, warm and cold. Without a script a bar is off by
    /// no more than the rest of it; with one it is set right as soon as the animations run.
    static let firstFrame = 0.12

    private func navigation(_ context: Context) -> [NavigationItem] {
        guard context.role >= .watcher else { return [] }
        let path = context.request.target.path
        var items = [
            NavigationItem(label: "Now", url: "/", isCurrent: path == "/"),
            NavigationItem(label: "History", url: "/history", isCurrent: path == "/history"),
        ]
        if context.role >= .operator { items.append(NavigationItem(label: "Pushes", url: "/pushes", isCurrent: path == "/pushes")) }
        return items
    }

    /// A page of `pages/messages` that says what happened and what to do next.
    func message(
        _ name: String, _ status: Status, title: String, _ context: Context, detail: String? = nil, links: [LinkView] = [], fields: Fields = Fields()
    ) throws -> Response {
        let view = MessagePage(
            chrome: chrome(title, context, isPrivate: true), status: status.code, detail: detail, links: links)
        var fields = fields
        fields["Cache-Control"] = "no-store"
        return try page("messages/\(name)", view, status: status, fields: fields)
    }

    /// 303 to a path of ours (RFC 9110, section 15.4.4).
    static func seeOther(_ path: String) -> Response { Response(.seeOther, fields: ["Location": path]) }
}
