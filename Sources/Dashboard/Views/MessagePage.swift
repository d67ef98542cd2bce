/// `pages/messages/<name>`: a page that says what happened and what to do next.
///
/// Names: `bad-link` (400, /open), `bad-request` (400), `forbidden` (403), `not-found` (404), `unknown-activity` (404), `no-driver` (404),
/// `over` (409), `gone` (410), `misdirected` (421), `unprocessable` (422), `busy` (429), `server-error` (500), `read-only` (503), `full` (507),
/// `refused` (403, activities are switched off or a maximum is reached).
struct MessagePage: Codable, Sendable {
    let chrome: Chrome
    let status: Int
    /// One more sentence, where there is more to say than the template does ("Driver ANA has no running delivery.").
    let detail: String?
    /// Where to go from here, beside the start page: the activity, the login.
    let links: [LinkView]
}

struct LinkView: Codable, Sendable {
    let label: String
    let url: String
}
