import Activities
import Answers
import Foundation
import HTTP
import Routing

/// Past activities as JSON lines (http.md, "Pages"): one a line, `{"activity":{…},"events":[…]}`, the last started first.
///
/// An answer is a page with a `Link` to the next (RFC 8288). It is read in short turns, so that the log of the database can be written back and
/// nobody else's reading waits for it.
struct HistoryExport: Sendable {
    /// Activities of one page.
    static let activities = 100
    /// Events of one page: 12 MB where each is as large as can be, 2 MB as they usually are. What has more goes on in the next page.
    static let events = 2_000
    /// Activities or events of one turn.
    static let turn = 50

    let backend: Backend

    var routes: [Route] { [Route(.get, "/history.jsonl", .watcher, .api, .deferred { try await response(to: $0) })] }

    private func response(to context: Context) async throws -> Response {
        let query: PastQuery
        do {
            query = try PastQuery(context.request, kinds: backend.kinds, clock: backend.wallClock)
        } catch {
            return Problem(.badRequest, error.sentence).response
        }
        let page = try await page(query)
        var fields: Fields = [
            "Content-Type": "application/jsonl", "Content-Disposition": "attachment; filename=\"\(name(query))\"",
            "Cache-Control": "no-store",
        ]
        if let next = page.next { fields["Link"] = "</history.jsonl\(query.text(after: next))>; rel=\"next\"" }
        return Response(.ok, fields: fields, body: .bytes(page.lines))
    }

    /// `islet-history-pizza-delivery-2026-11-30.jsonl`: what was asked for, else the day of today.
    private func name(_ query: PastQuery) -> String {
        let day = query.day ?? Day(of: backend.clock(), in: backend.wallClock.timeZone)
        return (["islet-history"] + [query.kind, (query.day == nil ? "until-" : "") + day.text].compactMap(\.self)).joined(separator: "-")
            + ".jsonl"
    }

    private struct Page {
        var lines: [UInt8] = []
        /// Where the next one begins; nil: there is no more.
        var next: PastCursor?
        var activities = 0
        var events = 0
    }

    private func page(_ query: PastQuery) async throws -> Page {
        var page = Page()
        var place = query.after?.start
        // One more than fit says whether there is a next page.
        while true {
            let records = try backend.archive.past(query.filter, after: place, limit: Self.turn)
            for record in records {
                if page.activities == Self.activities || page.events >= Self.events { return page }
                try await add(record, after: told(of: record, query), to: &page)
                if page.next?.toldUpTo != nil { return page }
            }
            guard let last = records.last, records.count == Self.turn else { break }
            place = PastPlace(of: last)
        }
        page.next = nil
        return page
    }

    /// The page before this one ended within this activity.
    private func told(of record: ActivityRecord, _ query: PastQuery) -> UInt64 {
        guard let cursor = query.after, cursor.place.startSequence == record.startSequence else { return 0 }
        return cursor.toldUpTo ?? 0
    }

    private func add(_ record: ActivityRecord, after sequence: UInt64, to page: inout Page) async throws {
        var events: [JSON] = []
        var told = sequence
        var isMore = true
        while isMore, page.events < Self.events {
            let changes = try backend.archive.events(of: record.id, after: told, limit: min(Self.turn, Self.events - page.events))
            events += changes.map(backend.json)
            page.events += changes.count
            told = changes.last?.sequence ?? told
            isMore = !changes.isEmpty && told < record.sequence
            await Task.yield()
        }
        page.lines +=
            JSON.object(["activity": backend.json(record, withToken: false), "events": .array(events)]).bytes + [UInt8(ascii: "\n")]
        page.activities += 1
        page.next = PastCursor(PastPlace(of: record), toldUpTo: isMore ? told : nil)
    }
}
