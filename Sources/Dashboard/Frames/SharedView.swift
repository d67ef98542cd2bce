import Activities
import HTTP

/// The dashboard and some activities on one stream, for all tabs of a browser together (http.md, "Live streams").
///
/// A tab with one activity keeps its card whatever becomes of it; a dashboard keeps what it shows. So what belongs to the former is put
/// first, and what the latter does not show is removed after it.
struct SharedView: LiveView {
    let dashboard: DashboardView
    let activities: ActivitiesView

    func delivery(after cursor: Cursor?) throws -> Delivery {
        let shown = try dashboard.delivery(after: cursor)
        guard case .reset(let onDashboard)? = shown.events.first else { return try step(shown, after: cursor) }
        let own = try activities.delivery(after: nil)
        guard case .reset(let ofTabs)? = own.events.first else { return shown }
        var delivery = Delivery(cursor: min(shown.cursor, own.cursor))
        let known = Set(onDashboard)
        delivery.events = [.reset(onDashboard + ofTabs.filter { !known.contains($0) })]
        delivery.events += own.events.dropFirst()
        delivery.events += shown.events.dropFirst()
        delivery.events += ofTabs.filter { dashboard.mayShow($0) && !known.contains($0) }.map(Delivery.Event.remove)
        if let cursor { delivery.alerts = shown.alerts + (try activities.alerts(after: cursor)) }
        return delivery
    }

    /// Both were read at a moment of their own: from the earlier of them on, what came between is delivered once more.
    private func step(_ shown: Delivery, after cursor: Cursor?) throws -> Delivery {
        let own = try activities.delivery(after: cursor)
        var delivery = Delivery(cursor: min(shown.cursor, own.cursor))
        delivery.events = own.events + shown.events
        delivery.alerts = own.alerts + shown.alerts
        // The board moved between the two reads: events that bring nobody forward would be asked for again and again.
        if let cursor, delivery.cursor <= cursor, !delivery.events.isEmpty || !delivery.alerts.isEmpty { return try self.delivery(after: cursor) }
        return delivery
    }
}
