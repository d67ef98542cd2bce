import HTTP
import Routing

/// The page of ours that a form stood on, where the browser names it; scripts name none, and other sites' pages do not count.
struct Origin: Sendable {
    /// Path and query; `/` where the browser named only the site or a path that is none.
    let path: String

    init?(_ context: Context) {
        guard let referer = context.request.fields["Referer"], let host = context.request.fields["Host"] else { return nil }
        let found = ["http://", "https://"].lazy.compactMap { referer.dropping(prefix: $0 + host + "/") }.first
        guard let found else { return nil }
        path = LocalPath.sanitized("/" + found)
    }

    /// Whether it can be read again: a form that came back stands at the address that it was posted to, which has no page of its own.
    func isPage(besides avoided: String?) -> Bool {
        let plain = String(path.prefix { $0 != "?" })
        if plain == avoided || plain == "/activities" || plain.hasSuffix("/update") { return false }
        return plain == "/activities/end" || !plain.hasSuffix("/end")
    }
}
