import Activities

/// What every page has around its content: the context's `chrome`, read by `layout`.
struct Chrome: Codable, Sendable {
    /// Without the product's name: "Now"; the layout adds " · Islet".
    let title: String
    /// Content-hashed, immutable addresses.
    let styleURL: String
    let scriptURL: String
    let iconURL: String
    /// `<epoch>-<sequence>` that the page was rendered at.
    let revision: String
    /// Server time at rendering, `data-now` for the script.
    let now: Moment
    /// When a browser will have drawn the page for the first time, which is when its animations begin to count: `--now-day` and `--now-ms`.
    let firstFrame: Moment
    /// Where the page's event stream is; nil on pages that do not live.
    let streamURL: String?
    /// Names the build; another one in `hello` reloads the page once.
    let build: String
    /// The server's zone, in which clocks stand until the script rewrites them: "Europe/Berlin".
    let timeZone: String
    /// Empty for people with a link only.
    let navigation: [NavigationItem]
    let isOperator: Bool
    /// True for operators too.
    let isWatcher: Bool
    /// There is a session that can be ended.
    let isLoggedIn: Bool
    /// Activity pages say `noindex`.
    let isPrivate: Bool
    /// Served over plain http beyond loopback: says what browsers withhold.
    let plainHTTPNotice: Bool
    /// One sentence about what the last POST did ("The activity had already ended."), announced politely; nil: none.
    let notice: String?
}

struct NavigationItem: Codable, Sendable {
    let label: String
    let url: String
    let isCurrent: Bool
}
