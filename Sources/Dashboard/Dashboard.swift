// The front door of Dashboard: what people meet. Pages, forms, live HTML streams, deep links.
//
// Laws: strings become intent here and nowhere else; one template per card serves the page, the live frame and the
// catch-up; a page carries the revision at which it was rendered; no markup stands in Swift.

import Activities
import Answers
import HTTP
import Mustache
import Routing

/// Everything that people meet, as one list of routes; made once, by the binary.
public struct Dashboard: Sendable {
    private let pages: Pages
    private let roots: Roots
    private let sources: LiveSources
    private let failures: Failures

    /// `report` is told, in one line, what went wrong on our side. Throws where a template is missing or names what its view has not.
    public init(site: Site, report: @escaping @Sendable (String) -> Void) throws {
        try TemplateContracts(library: site.library, kinds: site.kinds).check()
        pages = Pages(site: site)
        roots = Roots(site: site)
        let failed = RepeatedFailures("a live frame could not be rendered", clock: site.clock, report: report)
        sources = LiveSources(roots: roots) { failed($0) }
        failures = Failures(pages: pages, report: report)
    }

    public var routes: [Route] {
        [HomePage(pages: pages, roots: roots).route]
            + ActivityPages(pages: pages, roots: roots).routes
            + HistoryPages(pages: pages, roots: roots).routes
            + [PushesPage(pages: pages, roots: roots).route]
            + CommandForms(pages: pages).routes
            + DeepLinks(pages: pages, roots: roots).routes
            + LoginPages(pages: pages).routes
            + Streams(site: pages.site, sources: sources).routes
    }

    /// Answers what a handler threw.
    public func response(to error: any Error, _ context: Context) -> Response { failures.response(to: error, context) }

    /// Answers what was refused before a handler.
    public func response(to refusal: Refusal, _ surface: Route.Surface, _ request: Request) -> Response {
        failures.response(to: refusal, surface, request)
    }

    /// A turn is visible: whoever shows one of its activities is told to look. A deleted one takes its receipts with it.
    public func turnIsVisible(_ turn: FeedTurn) {
        sources.ring(turn.ids)
        if turn.changes.contains(where: { $0.event == .delete }) { pushLogHasChanged() }
    }

    /// Receipts were kept or removed: whoever shows the push log is told to look.
    public func pushLogHasChanged() { sources.ringPushes() }
}
