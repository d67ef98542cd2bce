import Activities
import Answers
import Foundation
import HTTP
import Routing

/// `/history`: what is over, day by day, with its stages (http.md, "Pages").
struct HistoryPages: Sendable {
    /// Activities on one page.
    static let limit = 20

    let pages: Pages
    let roots: Roots
    private var site: Site { pages.site }

    /// Not at once, on the loop that read the request: what is past is read from the disk, some hundred rows a page.
    var routes: [Route] { [Route(.get, "/history", .watcher, .page, .deferred { try await response(to: $0) })] }

    private func response(to context: Context) async throws -> Response {
        // One clock for the whole of an answer, whatever the setting becomes meanwhile.
        let clock = site.wallClock
        let query: PastQuery
        do {
            query = try PastQuery(context.request, kinds: site.kinds, clock: clock)
        } catch {
            return try pages.message(
                "bad-request", .badRequest, title: "Not understood", context, detail: error.sentence,
                links: [LinkView(label: "All of the history", url: "/history")])
        }
        return try await pages.page("history", page(query, Roots(site: site.written(in: clock), rendered: roots.rendered), context))
    }

    private func page(_ query: PastQuery, _ roots: Roots, _ context: Context) async throws -> HistoryPage {
        let site = roots.site
        // One more than a page holds says whether there is an earlier one.
        let found = try site.archive.past(query.filter, after: query.after?.start, limit: Self.limit + 1)
        let shown = found.prefix(Self.limit)
        var entries: [(Day, HistoryEntry)] = []
        for record in shown {
            // Each in a turn of its own: somebody else's reading comes in between.
            await Task.yield()
            let lines = try HistoryLine.all(of: record, site: site)
            let entry = HistoryEntry(record, words: try roots.words(of: record), lines: lines, site: site)
            entries.append((Day(of: record.startDate, in: site.wallClock.timeZone), entry))
        }
        let earlier = found.count > Self.limit ? shown.last.map { PastCursor(PastPlace(of: $0)) } : nil
        let isBeginning = query.after == nil
        return HistoryPage(
            chrome: pages.chrome("History", context), filter: try filter(query),
            days: HistoryDay.all(entries, today: Day(of: site.clock(), in: site.wallClock.timeZone)),
            isEmpty: shown.isEmpty && isBeginning && query.isUnfiltered,
            nothingMatches: shown.isEmpty && isBeginning && !query.isUnfiltered,
            nothingEarlier: shown.isEmpty && !isBeginning, earlierURL: earlier.map { "/history" + query.text(after: $0) },
            newestURL: isBeginning ? nil : "/history" + query.text(after: nil), exportURL: "/history.jsonl" + query.text(after: nil))
    }

    private func filter(_ query: PastQuery) throws -> HistoryFilter {
        HistoryFilter(
            isActive: !query.isUnfiltered,
            kinds: site.kinds.all.map { OptionView(value: $0.kind, label: $0.title, isSelected: query.kind == $0.kind) },
            day: query.day?.text ?? "", dayLabel: query.day.map(HistoryText.long),
            earlierDay: try earlierDay(query))
    }

    private func earlierDay(_ query: PastQuery) throws -> LinkView? {
        guard let start = query.filter.started?.lowerBound else { return nil }
        let before = PastPlace(startDate: start, startSequence: 0)
        return try site.archive.past(PastFilter(kind: query.kind), after: before, limit: 1).first.map { record in
            let day = Day(of: record.startDate, in: query.clock.timeZone)
            return LinkView(label: HistoryText.long(day), url: "/history" + query.text(on: day))
        }
    }
}
