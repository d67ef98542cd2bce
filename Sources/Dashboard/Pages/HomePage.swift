import Activities
import Foundation
import HTTP
import Routing

/// `/`: the island, what runs, and the forms that start something.
struct HomePage: Sendable {
    let pages: Pages
    let roots: Roots
    private var site: Site { pages.site }

    var route: Route { Route(.get, "/", .watcher, .page, .immediate { try response(to: $0) }) }

    private func response(to context: Context) throws -> Response {
        let query = try context.query()
        let filter = BoardFilter(query)
        let view = site.board.list(filter, limit: DashboardView.limit)
        let isOperator = context.role >= .operator
        if let kind = filter.kind { logDetails(of: kind) }
        let page = DashboardPage(
            chrome: pages.chrome("Now", context, revision: view.revision, streamURL: "/events" + streamQuery(query)),
            island: text(try roots.island(of: view)), cards: try cards(view, isOperator: isOperator),
            isEmpty: view.activities.isEmpty && filter.isEmpty, nothingMatches: view.activities.isEmpty && !filter.isEmpty,
            startForms: isOperator ? try startForms() : [], delivered: isOperator ? text(try roots.delivered(of: view)) : "",
            filter: filterView(filter),
            overflow: view.total > view.activities.count ? OverflowView(shown: view.activities.count, total: view.total) : nil,
            areActivitiesEnabled: view.settings.activitiesEnabled)
        return try pages.page("dashboard", page)
    }

    /// "Show all", as the guide's console says it: a line for each activity of the kind, at level debug (product.md, "The log").
    private func logDetails(of name: String) {
        guard let debug = site.debug, let kind = site.kinds[name] else { return }
        for record in site.board.list(BoardFilter(kind: name), limit: Self.detailLines).activities { debug(kind.details(of: record)) }
    }

    /// Lines that one request writes at most.
    static let detailLines = 1_000

    private func cards(_ view: BoardView, isOperator: Bool) throws -> [String] {
        try view.activities.flatMap { record in
            let card = text(try roots.presentation("lock-screen", of: record))
            return isOperator ? [card, text(try roots.controls(of: record))] : [card]
        }
    }

    private func startForms() throws -> [StartForm] {
        try site.kinds.all.enumerated().map { index, kind in
            StartForm(kind: kind.kind, kindTitle: kind.title, isFirst: index == 0, form: text(try site.startForm(of: kind)))
        }
    }

    private func filterView(_ filter: BoardFilter) -> FilterView {
        return FilterView(
            isActive: !filter.isEmpty, query: filter.query ?? "",
            kinds: site.kinds.all.map { OptionView(value: $0.kind, label: $0.title, isSelected: filter.kind == $0.kind) },
            states: [ActivityState.pending, .active, .stale, .ended].map {
                OptionView(value: $0.rawValue, label: $0.rawValue.capitalized, isSelected: filter.state == $0)
            })
    }

    /// The page's own filter, said again to its stream.
    private func streamQuery(_ query: Form) -> String {
        let items = query.items.filter { ["q", "kind", "state"].contains($0.name) && !$0.value.isEmpty }
        return "?" + Form([.init("page", "dashboard")] + items).encoded
    }

    private func text(_ bytes: [UInt8]) -> String { String(decoding: bytes, as: UTF8.self) }
}

extension BoardFilter {
    /// `q`, `kind` and `state` of a query; what is empty or no state filters nothing.
    init(_ form: Form) {
        func value(_ name: String) -> String? { form[name].flatMap { $0.isEmpty ? nil : String($0.prefix(200)) } }
        self.init(query: value("q"), kind: value("kind"), state: value("state").flatMap(ActivityState.init(rawValue:)))
    }

    var isEmpty: Bool { query == nil && kind == nil && state == nil }
}
