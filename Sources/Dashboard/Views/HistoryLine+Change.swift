import Activities

extension HistoryLine {
    /// One line of an activity's history, in the words of whoever reads it.
    init(_ change: Change, site: Site) {
        self.init(label: Self.label(change), detail: nil, at: Moment(change.date, clock: site.wallClock))
    }

    private static func label(_ change: Change) -> String {
        switch (change.event, change.flip) {
        case (.start, _): "Started"
        case (.activate, _): "Under way"
        case (.update, _): "Updated"
        case (.flip, .midpoint?): "Halfway"
        case (.flip, _): "Arrived"
        case (.stale, _): "Out of date"
        case (.end, _): "Ended"
        case (.dismiss, _): "Put away"
        default: "Changed"
        }
    }
}
