import Activities
import HTTP

/// The dashboard with its filter: the island, at most fifty cards, for operators the forms beside them.
struct DashboardView: LiveView {
    /// Cards on one page (http.md, "Pages").
    static let limit = 50

    let filter: BoardFilter
    let isOperator: Bool
    let roots: Roots

    func delivery(after cursor: Cursor?) throws -> Delivery {
        let board = roots.site.board
        let view = board.list(filter, limit: Self.limit)
        guard let cursor else { return try whole(view) }
        let changes = board.changes(after: cursor.sequence)
        let shown = Set(view.activities.map(\.id))
        let left = changes?.activities.map(\.id).filter { !shown.contains($0) } ?? []
        let isWhole = changes == nil || (membershipMayDiffer(view, after: cursor) && view.total + left.count > Self.limit)
        var delivery = isWhole ? try whole(view) : try step(view, left: left, after: cursor)
        delivery.alerts = try roots.alerts(of: mayRing(view, changes), after: cursor)
        return delivery
    }

    /// What is shown, what the island shows, and without a filter also what has no place among the cards.
    private func mayRing(_ view: BoardView, _ changes: BoardChanges?) -> [ActivityRecord] {
        let others = filter.isEmpty ? changes?.activities.compactMap(\.record) ?? [] : []
        return view.activities + view.island.activities + others
    }

    /// Beyond the limit, one who enters or leaves moves others, of whom the changes say nothing; then the whole is sent.
    private func membershipMayDiffer(_ view: BoardView, after cursor: Cursor) -> Bool {
        view.membershipRevision > cursor.sequence || dependsOnContent
    }

    /// An update alone can move an activity into this view or out of it.
    private var dependsOnContent: Bool { filter.query != nil || filter.state != nil }

    private func whole(_ view: BoardView) throws -> Delivery {
        var delivery = Delivery(cursor: Cursor(view.revision))
        var shown = ["island"]
        if isOperator { shown.append("delivered") }
        shown += view.activities.flatMap(elements)
        delivery.events = [.reset(shown), .put(try roots.island(of: view))]
        if isOperator { delivery.events.append(.put(try roots.delivered(of: view))) }
        for record in view.activities { delivery.events.append(.put(try put(record, withControls: true))) }
        return delivery
    }

    private func step(_ view: BoardView, left: [String], after cursor: Cursor) throws -> Delivery {
        var delivery = Delivery(cursor: Cursor(view.revision))
        for id in left { delivery.events += elements(id).map(Delivery.Event.remove) }
        for record in view.activities where record.sequence > cursor.sequence {
            delivery.events.append(.put(try put(record, withControls: dependsOnContent || record.controlsSequence > cursor.sequence)))
        }
        if view.islandSequence > cursor.sequence { delivery.events.append(.put(try roots.island(of: view))) }
        if isOperator, view.deliveredSequence > cursor.sequence { delivery.events.append(.put(try roots.delivered(of: view))) }
        return delivery
    }

    /// Whether an element of that id can stand on this page.
    func mayShow(_ element: String) -> Bool {
        element.hasPrefix("lock-screen-") || (isOperator && element.hasPrefix("controls-"))
    }

    private func elements(_ record: ActivityRecord) -> [String] { elements(record.id) }

    private func elements(_ id: String) -> [String] {
        isOperator ? ["lock-screen-\(id)", "controls-\(id)"] : ["lock-screen-\(id)"]
    }

    private func put(_ record: ActivityRecord, withControls: Bool) throws -> [UInt8] {
        var bytes = try roots.presentation("lock-screen", of: record)
        if isOperator, withControls { bytes += try roots.controls(of: record) }
        return bytes
    }
}
