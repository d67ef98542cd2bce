import HTTP

/// What the login page shows.
public struct LoginForm: Hashable, Sendable {
    /// 200, or why it is shown again: 401 for a token or code that opens nothing, 429 for too many, 503.
    public let status: Status
    /// The code of a login link: the page has one button then, which POSTs it.
    public let code: String?
    /// Where to go on to, a path of ours; goes back as the field `next`.
    public let next: String
    public let message: String?
}

/// Logging in and out of browsers (http.md, "Login").
public final class Login: Sendable {
    private let tokens: Tokens
    private let sessions: Sessions
    private let surroundings: Surroundings
    private let endStreams: @Sendable (String) -> Void
    private let codes = LoginCodes()
    private let limit = LoginLimit()

    /// `endStreams` ends all streams with a session's tag.
    public init(
        tokens: Tokens, sessions: Sessions, surroundings: Surroundings = .real, endStreams: @escaping @Sendable (_ tag: String) -> Void
    ) {
        self.tokens = tokens
        self.sessions = sessions
        self.surroundings = surroundings
        self.endStreams = endStreams
    }

    /// A link that logs its user in as the operator, once, within a quarter of an hour; the base URL is one without a final slash, as `WebOrigin` writes it.
    public func newLoginLink(baseURL: String) -> String {
        let code = surroundings.secret()
        codes.add(code, at: surroundings.now())
        return "\(baseURL)/login?code=\(code)"
    }

    /// GET and POST `/login`, POST `/logout`; `page` draws the form.
    public func routes(page: @escaping @Sendable (LoginForm, Context) throws -> Response) -> [Route] {
        [
            Route(.get, "/login", .anyone, .page, .immediate { try page(self.form($0.request), $0) }),
            Route(.post, "/login", .anyone, .page, .deferred { try self.enter($0, page) }),
            Route(.post, "/logout", .anyone, .page, .deferred { try self.leave($0) }),
        ]
    }

    private func form(_ request: Request) -> LoginForm {
        let query = try? request.target.queryItems()
        let code = LoginCodes.wellFormed(query?["code"])
        return LoginForm(status: .ok, code: code, next: LocalPath.sanitized(query?["next"]), message: nil)
    }

    private func enter(_ context: Context, _ page: @Sendable (LoginForm, Context) throws -> Response) throws -> Response {
        let request = context.request
        let now = surroundings.now()
        let fields = (try? Form(request.body)) ?? Form()
        let next = LocalPath.sanitized(fields["next"])
        if let seconds = limit.take(request.peer, at: now) {
            let code = LoginCodes.wellFormed(fields["code"])
            let message = "Too many attempts. Try again in \(seconds) seconds."
            var response = try again(LoginForm(status: .tooManyRequests, code: code, next: next, message: message), context, page)
            response.fields["Retry-After"] = String(seconds)
            return response
        }
        guard let role = role(fields) else {
            let form = LoginForm(status: .unauthorized, code: nil, next: next, message: "This opens nothing here. A link works once, for a quarter of an hour; the token always does.")
            var response = try again(form, context, page)
            response.fields["WWW-Authenticate"] = "Bearer"
            return response
        }
        limit.giveBack(request.peer)
        return try open(role, request, fields["code"], next)
    }

    private func role(_ fields: Form) -> Role? {
        if let code = fields["code"], !code.isEmpty {
            return codes.spend(code, at: surroundings.now()) ? .operator : nil
        }
        // People paste tokens with what stands around them.
        return fields["token"].flatMap { tokens.role(of: Login.trimmed($0)) }
    }

    private static func trimmed(_ text: String) -> String {
        let bytes = Array(text.utf8)
        guard let first = bytes.firstIndex(where: { $0 > 32 }), let last = bytes.lastIndex(where: { $0 > 32 }) else { return "" }
        return String(decoding: bytes[first...last], as: UTF8.self)
    }

    private func open(_ role: Role, _ request: Request, _ code: String?, _ next: String) throws -> Response {
        do {
            let (setCookie, ended) = try sessions.open(role, for: request)
            if let ended { endStreams(ended) }
            return Response(.seeOther, fields: ["Location": next, "Set-Cookie": setCookie])
        } catch {
            // A code is spent only by a login: a full disk must not lock the operator out.
            if let code, !code.isEmpty { codes.restore(code, at: surroundings.now()) }
            throw error
        }
    }

    private func again(
        _ form: LoginForm, _ context: Context, _ page: @Sendable (LoginForm, Context) throws -> Response
    ) throws -> Response {
        var response = try page(form, context)
        response.status = form.status
        return response
    }

    private func leave(_ context: Context) throws -> Response {
        var response = Response(.seeOther, fields: ["Location": "/"])
        if let (tag, setCookie) = try sessions.close(context.request) {
            endStreams(tag)
            response.fields["Set-Cookie"] = setCookie
        }
        return response
    }
}
