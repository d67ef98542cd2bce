import Activities
import HTTP
import Routing

/// `/open?url=…`: links of apps and of ours, led to the page that answers them (http.md, "Pages").
struct DeepLinks: Sendable {
    let pages: Pages
    let roots: Roots
    private var site: Site { pages.site }

    var routes: [Route] {
        [
            Route(.get, "/open", .anyone, .page, .immediate { try open($0) }),
            Route(.get, "/activities/end", .operator, .page, .immediate { try askToEnd($0) }),
        ]
    }

    private func open(_ context: Context) throws -> Response {
        let url = try context.query()["url"] ?? ""
        if let path = ownPath(url, context) { return Pages.seeOther(path) }
        if let id = url.dropping(prefix: "web+islet:activities/"), isIdentifier(id) { return Pages.seeOther("/activities/\(id)") }
        for kind in site.kinds.all {
            guard let scheme = kind.scheme, let rest = url.dropping(prefix: scheme + "://") else { continue }
            // The query has decoded its value once, so that a name may be bare ("50% Bob") or, written as in an app, still encoded.
            let links = [kind.deepLink(rest.replacing("%", with: "%25")), kind.deepLink(rest)].compactMap(\.self)
            guard let link = links.first else { break }
            try context.require(.operator)
            return try answer(link, else: links.last, of: kind)
        }
        throw PageError.unknownLink(url)
    }

    private func answer(_ link: DeepLink, else other: DeepLink?, of kind: AnyKind) throws -> Response {
        switch link {
        case .endAll: return Pages.seeOther("/activities/end?" + Form([.init("kind", kind.kind)]).encoded)
        case .contact(let name):
            let (newest, isAll) = newestRunning(kind)
            var names = [name]
            if case .contact(let decoded)? = other, decoded != name { names.append(decoded) }
            for name in names {
                if let record = newest.first(where: { contactName(of: $0, kind) == name }) {
                    return Pages.seeOther("/activities/\(record.id)/contact")
                }
            }
            throw PageError.noRunning(kind: kind.title, of: names.last ?? name, among: isAll ? nil : newest.count)
        }
    }

    /// One that this version cannot read must not hide all others.
    private func contactName(of record: ActivityRecord, _ kind: AnyKind) -> String? {
        do { return try kind.contact(of: record)?.name } catch { return nil }
    }

    /// The running ones in whose states a driver is looked for, the newest first, and whether these are all.
    private func newestRunning(_ kind: AnyKind) -> (records: [ActivityRecord], isAll: Bool) {
        let views = [ActivityState.active, .stale].map {
            site.board.list(BoardFilter(kind: kind.kind, state: $0), limit: Self.contacts)
        }
        let newest = views.flatMap(\.activities).sorted { $0.startSequence > $1.startSequence }.prefix(Self.contacts)
        return (Array(newest), views.reduce(0) { $0 + $1.total } <= Self.contacts)
    }

    /// Most states that one link decodes: with all of a full board it would hold its loop up.
    static let contacts = 1_000

    /// The path of an address of ours, as links in messages have it; another site's is no link of ours.
    private func ownPath(_ url: String, _ context: Context) -> String? {
        let bases = [site.baseURL, site.localURL, context.request.fields["Host"].map { "https://" + $0 }, context.request.fields["Host"].map { "http://" + $0 }]
        for case let base? in bases where url == base || url.hasPrefix(base + "/") {
            let rest = String(url.dropFirst(base.count))
            return LocalPath.sanitized(rest.isEmpty ? "/" : rest)
        }
        return nil
    }

    private func isIdentifier(_ text: String) -> Bool {
        text.utf8.count == 36 && text.utf8.allSatisfy { (0x30...0x39).contains($0) || (0x61...0x66).contains($0) || $0 == 0x2D }
    }

    private func askToEnd(_ context: Context) throws -> Response {
        let query = try context.query()
        let kind = try site.kinds.kind(named: query["kind"] ?? "")
        let deliveredOnly = query["delivered"] == "only"
        let running = site.board.running(kind: kind.kind).filter { !deliveredOnly || $0.flips.contains(.end) }
        let page = EndAllPage(
            chrome: pages.chrome("End all", context), kind: kind.kind, kindTitle: kind.title, deliveredOnly: deliveredOnly,
            cards: try running.suffix(DashboardView.limit).map { String(decoding: try roots.presentation("lock-screen", of: $0), as: UTF8.self) },
            isMore: running.count > DashboardView.limit, count: running.count, isOne: running.count == 1,
            isEmpty: running.isEmpty)
        return try pages.page("end-all", page)
    }
}

extension String {
    /// What stands behind `prefix`; nil where it does not begin so.
    func dropping(prefix: String) -> String? { hasPrefix(prefix) ? String(dropFirst(prefix.count)) : nil }
}
