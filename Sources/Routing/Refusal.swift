import HTTP

/// A request that is not answered as asked: the status, the sentence for whoever asked, and the fields that belong to it.
public struct Refusal: Error, Sendable {
    public let status: Status
    public let sentence: String
    public var fields: Fields

    public init(_ status: Status, _ sentence: String, fields: Fields = Fields()) {
        self.status = status
        self.sentence = sentence
        self.fields = fields
    }

    static let wrongToken = Refusal(
        .unauthorized, "This token is not known here.", fields: ["WWW-Authenticate": "Bearer", "Cache-Control": "no-store"])
    static let noToken = Refusal(
        .unauthorized, "This needs a token.", fields: ["WWW-Authenticate": "Bearer", "Cache-Control": "no-store"])
    static let tooLittle = Refusal(.forbidden, "Your login does not allow this.")
    static let otherHost = Refusal(
        .misdirectedRequest, "This server does not answer for that host; --allow-host or --base-url name further ones.")
    static let otherOrigin = Refusal(
        .forbidden,
        "This came from another site, so nothing was changed; behind a proxy, --base-url must name the address in the browser.")
    static let badPath = Refusal(.badRequest, "This path is not well formed.")
    static let noPath = Refusal(.notFound, "There is nothing here.")
    static let notJSON = Refusal(.unsupportedMediaType, "The body must be sent as application/json.")
    static let noSessions = Refusal(
        .serviceUnavailable, "Logins cannot be read at this moment.", fields: ["Retry-After": "5", "Cache-Control": "no-store"])

    static func login(next: String) -> Refusal {
        let fields: Fields = ["Location": "/login?next=" + PercentCoding.formComponent(next), "Cache-Control": "no-store"]
        return Refusal(.seeOther, "Log in first.", fields: fields)
    }
}

/// Thrown by a handler whose route asks for less than this request does, as by `Context.require(_:)`.
public struct InsufficientRole: Error, Sendable {
    public let needed: Role
}

extension Context {
    /// Throws `InsufficientRole`, which the router answers as the route's own role is answered.
    public func require(_ needed: Role) throws {
        guard role >= needed else { throw InsufficientRole(needed: needed) }
    }
}

/// How refusals look on each surface; status and fields are the router's and cannot be lost here.
public struct Refusals: Sendable {
    public let answer: @Sendable (Refusal, Route.Surface, Request) -> Response

    public init(_ answer: @escaping @Sendable (Refusal, Route.Surface, Request) -> Response) { self.answer = answer }

    /// Plain text, for pages that have no template at hand.
    public static let plain = Refusals { refusal, _, _ in
        Response(
            refusal.status, fields: ["Content-Type": "text/plain; charset=utf-8"], body: .bytes(Array((refusal.sentence + "\n").utf8)))
    }

    func response(_ refusal: Refusal, _ surface: Route.Surface, _ request: Request) -> Response {
        var response = answer(refusal, surface, request)
        response.status = refusal.status
        for field in refusal.fields.all { response.fields[field.name] = field.value }
        return response
    }
}
