import Activities

extension HistoryLine {
    /// The newest lines of one activity that a page shows.
    static let limit = 50

    /// An activity's history, in the words of whoever reads it, oldest first.
    static func all(of record: ActivityRecord, site: Site) throws -> [HistoryLine] {
        let kind = site.kinds[record.kind]
        // What is committed but not yet visible is told with its own turn.
        let changes = try site.archive.history(of: record.id, limit: limit).filter { $0.sequence <= record.sequence }
        let before = [nil] + changes.dropLast().map(Optional.some)
        let start = Day(of: record.startDate, in: site.wallClock.timeZone)
        return zip(changes, before).map { HistoryLine($0, after: $1, of: kind, startedOn: start, clock: site.wallClock) }
    }

    private init(_ change: Change, after previous: Change?, of kind: AnyKind?, startedOn start: Day, clock: WallClock) {
        let time = HistoryTime(change.date, under: start, clock: clock)
        self.init(
            label: Self.label(change, kind), detail: Self.detail(change, after: previous, of: kind?.fields ?? [], clock: clock),
            at: time.at,
            day: time.day)
    }

    /// Each field of the state that differs, as a person would say it; nil where none does, or nothing is known of what was before.
    private static func detail(_ change: Change, after previous: Change?, of fields: [Field], clock: WallClock) -> String? {
        guard let new = change.activity?.content.state, let old = previous?.activity?.content.state else { return nil }
        let said = fields.filter { $0.place == .state && new[$0.name] != old[$0.name] }.map { field in
            let text = field.sentence(in: new, clock: clock)
            return text.isEmpty ? "without \(field.label.lowercased())" : "\(field.label): \(text)"
        }
        return said.isEmpty ? nil : said.joined(separator: ", ")
    }

    private static func label(_ change: Change, _ kind: AnyKind?) -> String {
        switch (change.event, change.flip) {
        case (.start, _): "Started"
        case (.activate, _): "Under way"
        case (.update, _): "Updated"
        case (.flip, let flip?): kind?.label(of: flip) ?? "Changed"
        case (.stale, _): "Out of date"
        case (.end, _): "Ended"
        case (.dismiss, _): "Put away"
        default: "Changed"
        }
    }
}
