import HTTP

/// One row of the table of who may do what.
public struct Route: Sendable {
    /// What a refusal looks like: a page redirects to the login, a stream and an API answer 401 or 403.
    public enum Surface: Sendable { case page, stream, api, push }

    public enum Action: Sendable {
        /// Answers at once, on the loop that read the request: reads what is published, never waits.
        case immediate(@Sendable (Context) throws -> Response)
        /// Waits for the writer: everything that changes something.
        case deferred(@Sendable (Context) async throws -> Response)
    }

    public let method: Method
    /// `/activities/{id}/update`: literal segments and `{name}`, which takes exactly one segment.
    public let pattern: String
    public let role: Role
    public let surface: Surface
    public let action: Action
    /// Whose pages may frame the answer; an embed is for everybody's.
    public var framing = Framing.nobody

    public enum Framing: Sendable { case nobody, anyone }

    /// The same route with an answer that other sites may frame.
    public func framed(by framing: Framing) -> Route {
        var route = self
        route.framing = framing
        return route
    }

    public init(_ method: Method, _ pattern: String, _ role: Role, _ surface: Surface, _ action: Action) {
        self.method = method
        self.pattern = pattern
        self.role = role
        self.surface = surface
        self.action = action
    }
}

/// What a handler knows about the request that it answers.
public struct Context: Sendable {
    public let request: Request
    /// The decoded value of each `{name}` in the route's pattern.
    public let parameters: [String: String]
    /// Who asks, already decided.
    public let role: Role
    /// Names the session that the request came with, for ending its streams at logout; nil for scripts and anyone.
    public let sessionTag: String?
    /// The route's, so that what goes wrong can be told in its form.
    public let surface: Route.Surface

    public init(
        request: Request, parameters: [String: String] = [:], role: Role, sessionTag: String? = nil, surface: Route.Surface = .page
    ) {
        self.surface = surface
        self.request = request
        self.parameters = parameters
        self.role = role
        self.sessionTag = sessionTag
    }
}
