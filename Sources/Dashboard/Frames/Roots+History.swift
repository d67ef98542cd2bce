import Activities
import Mustache

extension Roots {
    /// What happened to one activity so far, its newest lines; it changes with everything that its card shows.
    func history(of record: ActivityRecord) throws -> [UInt8] {
        try kept("history", record.id, record.sequence) { roots in
            let site = roots.site
            let view = HistoryView(activity: ActivityView(record, site: site), lines: try HistoryLine.all(of: record, site: site))
            return try site.library.render("roots/history", .object(["history": site.value(view)]))
        }
    }

    /// A past activity's mark and headline in its kind's own words; rendered rarely, so not kept. Empty where this version cannot show it.
    func words(of record: ActivityRecord) throws -> (mark: String, headline: String) {
        let card: Value
        do { card = try self.card(record) } catch where error is DecodingError || error is ActivityError { return ("", "") }
        func text(_ name: String) throws -> String {
            String(decoding: try site.library.render("activities/\(record.kind)/\(name)", card), as: UTF8.self)
        }
        return (try text("compact-leading"), site.library.contains("activities/\(record.kind)/headline") ? try text("headline") : "")
    }
}
