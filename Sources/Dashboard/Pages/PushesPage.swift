import Activities
import HTTP
import Routing

/// `/pushes`: what came as pushes and what became of each, newest first; `before=` leads on to older ones.
struct PushesPage: Sendable {
    let pages: Pages
    let roots: Roots
    private var site: Site { pages.site }

    /// Not at once, on the loop that read the request: the receipts are read from the disk.
    var route: Route { Route(.get, "/pushes", .operator, .page, .deferred { try response(to: $0) }) }

    private func response(to context: Context) throws -> Response {
        let place = try place(context)
        // Read before the receipts: what comes in between is put once more rather than lost.
        let newest = try site.pushLog.lastNumber()
        let slice = try PushesSlice(site.pushLog, before: place ?? newest + 1, limit: PushesView.limit)
        let page = PushLogPage(
            chrome: pages.chrome("Pushes", context, revision: newest, streamURL: place == nil ? "/events?page=pushes" : nil),
            isNewest: place == nil, isEmpty: slice.receipts.isEmpty, pushes: try slice.receipts.map { text(try roots.push($0)) },
            older: text(try roots.olderPushes(than: slice.last)), example: try PushExample(site: site, now: site.clock()),
            serverURL: site.baseURL ?? site.localURL)
        return try pages.page("pushes", page)
    }

    /// The number below which the page begins; nil: at the newest.
    private func place(_ context: Context) throws -> UInt64? {
        guard let text = try context.query()["before"] else { return nil }
        guard text.utf8.allSatisfy({ (0x30...0x39).contains($0) }), let number = UInt64(text) else { throw PageError.unknownPlace(text) }
        return number
    }

    private func text(_ bytes: [UInt8]) -> String { String(decoding: bytes, as: UTF8.self) }
}
