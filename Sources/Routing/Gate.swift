import HTTP

/// Who asks, and what came of it.
struct Access: Sendable {
    var role: Role
    var sessionTag: String?
    /// A Set-Cookie that prolongs the session.
    var renewal: String?
}

/// Decides before any handler runs who asks and whether they may, from the request and the configuration alone (http.md, "Who may do what").
public struct Gate: Sendable {
    let configuration: AccessConfiguration
    let tokens: Tokens
    let sessions: Sessions

    public init(configuration: AccessConfiguration, tokens: Tokens, sessions: Sessions) {
        self.configuration = configuration
        self.tokens = tokens
        self.sessions = sessions
    }

    /// Throws 421 for a host that is not ours: a page whose name was pointed at this machine must not speak for its people.
    func checkHost(_ request: Request) throws(Refusal) {
        guard let text = request.authorityText else { return }
        guard let authority = Authority(text), isOurs(authority) else { throw .otherHost }
    }

    private func isOurs(_ authority: Authority) -> Bool {
        let host = authority.host
        if host.isLiteral || host == .name("localhost") || host == configuration.machine { return true }
        if host == configuration.baseURL?.host { return true }
        return configuration.allowed.contains { $0.host == host && ($0.port == nil || $0.port == authority.port) }
    }

    /// Who asks, if they may use the route; throws what they are told instead.
    func admit(_ request: Request, to route: Route) throws(Refusal) -> Access {
        if route.surface == .push { return Access(role: route.role) }
        let provenance = try provenance(of: request)
        var access = try identify(request, provenance)
        if route.role == .link { access.role = max(access.role, .link) }
        guard access.role >= route.role else { throw refusal(of: request, on: route.surface, role: access.role) }
        return access
    }

    /// What somebody is told who may not: browsers are sent to the login, everybody else is told to bring a token.
    func refusal(of request: Request, on surface: Route.Surface, role: Role) -> Refusal {
        if role >= .watcher { return .tooLittle }
        let isScript = Provenance.isScript(request) || request.fields["Authorization"] != nil
        guard surface == .page, !isScript else { return .noToken }
        return .login(next: next(after: request))
    }

    /// A page is gone on to after the login; of a form, the page that it stood on.
    private func next(after request: Request) -> String {
        if request.method.isSafe {
            return LocalPath.sanitized(request.target.path + (request.target.query.map { "?" + $0 } ?? ""))
        }
        guard let referer = request.fields["Referer"] else { return "/" }
        let bytes = Array(referer.utf8)
        let slashes = bytes.indices.filter { bytes[$0] == UInt8(ascii: "/") }
        guard slashes.count >= 3 else { return "/" }
        guard let origin = WebOrigin(String(decoding: bytes[..<slashes[2]], as: UTF8.self)), isOurs(origin, request) else { return "/" }
        return LocalPath.sanitized(String(decoding: bytes[slashes[2]...], as: UTF8.self))
    }

    // MARK: Where a request comes from

    private func provenance(of request: Request) throws(Refusal) -> Provenance {
        let origins = request.fields.values(of: "Origin")
        let isForeign = !origins.isEmpty && !(origins.count == 1 && WebOrigin(origins[0]).map { isOurs($0, request) } == true)
        if request.method.isSafe { return isForeign ? .foreign : .own }
        guard !isForeign else { throw .otherOrigin }
        if !origins.isEmpty { return .own }
        guard let site = request.fields["Sec-Fetch-Site"] else { return .script }
        guard site == "same-origin" else { throw .otherOrigin }
        return .own
    }

    /// The base URL, or plain http at the host that was asked for; on the base URL's own host nothing but the base URL,
    /// since a page over http there could come from anybody on the way.
    private func isOurs(_ origin: WebOrigin, _ request: Request) -> Bool {
        if origin == configuration.baseURL { return true }
        guard let authority = request.authority, authority.host != configuration.baseURL?.host else { return false }
        return origin == WebOrigin(scheme: .http, authority: authority)
    }

    // MARK: Who asks

    private func identify(_ request: Request, _ provenance: Provenance) throws(Refusal) -> Access {
        let bearer = try bearer(request)
        // What a browser adds by itself is not lent to another site's script, which could read a link's answers.
        if provenance == .foreign { return Access(role: bearer ?? .anyone) }
        let free: Role = isFreelyTheOperator(request) ? .operator : .anyone
        if let bearer { return Access(role: max(bearer, free)) }
        guard provenance != .script, let found = try session(request) else { return Access(role: free) }
        let renewal = request.method.isSafe ? sessions.renew(found) : nil
        return Access(role: max(found.record.role, free), sessionTag: found.record.hash, renewal: renewal)
    }

    private func session(_ request: Request) throws(Refusal) -> Sessions.Found? {
        do { return try sessions.session(of: request) } catch { throw .noSessions }
    }

    /// The role of a bearer token (RFC 6750, section 2.1); throws 401 for one that is nobody's. Other schemes are a proxy's own affair.
    private func bearer(_ request: Request) throws(Refusal) -> Role? {
        var found: Role?
        for value in request.fields.values(of: "Authorization") {
            let parts = value.utf8.split(separator: 32, maxSplits: 1)
            guard let scheme = parts.first, String(decoding: scheme, as: UTF8.self).lowercased() == "bearer" else { continue }
            let token = parts.count == 2 ? String(decoding: parts[1].drop { $0 == 32 }, as: UTF8.self) : ""
            guard found == nil, let role = tokens.role(of: token) else { throw .wrongToken }
            found = role
        }
        return found
    }

    /// `--no-login`, and nothing says that a proxy stands in between: a bare `proxy_pass` speaks HTTP/1.0 and names our own host.
    private func isFreelyTheOperator(_ request: Request) -> Bool {
        guard configuration.noLogin, request.version == .http1_1, !Provenance.isForwarded(request) else { return false }
        guard let authority = request.authority, authority.host.isLoopback else { return false }
        return (authority.port ?? 80) == configuration.port
    }
}

/// Where a request comes from, as browsers tell.
enum Provenance: Sendable {
    /// A page of ours, or a person.
    case own
    /// A script of another origin, which asks to read.
    case foreign
    /// No browser: nothing but a token, or `--no-login`, speaks for it.
    case script

    /// An unsafe request that tells neither origin nor site.
    static func isScript(_ request: Request) -> Bool {
        !request.method.isSafe && request.fields["Origin"] == nil && request.fields["Sec-Fetch-Site"] == nil
    }

    static func isForwarded(_ request: Request) -> Bool {
        request.fields.all.contains { field in
            let name = field.name.canonical
            return name == "forwarded" || name == "via" || name == "x-real-ip" || name.hasPrefix("x-forwarded-")
        }
    }
}
