import HTTP

/// Takes each request to its route, once the gate has let it through.
public struct Router: Sendable {
    /// All that is answered, for a table of who may do what.
    public let routes: [Route]
    private let tree: RouteTree
    private let gate: Gate
    private let refusals: Refusals
    private let failure: @Sendable (any Error, Context) -> Response
    private let files: Handler?
    /// How a path is refused that is nobody's, by its first segment, where all routes below that are no pages.
    private let strays: [String: Route.Surface]

    /// `failure` answers what a handler throws; `files` answers paths that no route has: 405 where the method is neither GET nor
    /// HEAD, and a 404 without a body when it has none either. Throws for two routes with the same method and the same pattern, whatever its parameters are called.
    public init(
        routes: [Route], gate: Gate, refusals: Refusals = .plain, files: Handler? = nil,
        failure: @escaping @Sendable (any Error, Context) -> Response
    ) throws(RouterError) {
        self.routes = routes
        tree = try RouteTree(routes)
        self.gate = gate
        self.refusals = refusals
        self.files = files
        self.failure = failure
        strays = Router.strays(routes)
    }

    private static func strays(_ routes: [Route]) -> [String: Route.Surface] {
        var surfaces: [String: Route.Surface] = [:]
        for route in routes {
            guard let first = Target(path: route.pattern).pathSegments?.first, !first.hasPrefix("{") else { continue }
            let known = surfaces[first]
            let surface: Route.Surface = route.surface == .push ? .push : route.surface == .page || known == .page ? .page : .api
            surfaces[first] = surface
        }
        return surfaces
    }

    /// Answers exactly once: at once on the caller's thread, or from a task where the route has to wait.
    public func respond(to request: Request, _ responder: @escaping Responder) {
        do throws(Refusal) {
            try gate.checkHost(request)
        } catch {
            return responder(finish(refusals.response(error, stray(request), request), nil, request))
        }
        if request.target.path == "*" { return responder(finish(Router.allow(Router.everyMethod), nil, request)) }
        guard let segments = request.target.pathSegments else {
            return responder(finish(refusals.response(.badPath, stray(request), request), nil, request))
        }
        guard let leaves = tree.leaves(at: segments) else { return serveFile(request, responder) }
        let method: Method = request.method == .head && leaves[.head] == nil ? .get : request.method
        guard let leaf = leaves[method] else { return responder(withoutRoute(request, leaves)) }
        enter(request, leaf, segments, responder)
    }

    // MARK: A route

    private func enter(_ request: Request, _ leaf: RouteTree.Leaf, _ segments: [String], _ responder: @escaping Responder) {
        let route = leaf.route
        let access: Access
        do throws(Refusal) {
            access = try gate.admit(request, to: route)
            try Router.checkMediaType(request, route)
        } catch {
            return responder(finish(refusals.response(error, route.surface, request), route, request))
        }
        let context = Context(
            request: request, parameters: Router.parameters(leaf.names, segments), role: access.role, sessionTag: access.sessionTag,
            surface: route.surface)
        switch route.action {
        case .immediate(let action):
            responder(finish(answer(context, access) { try action(context) }, route, request))
        case .deferred(let action):
            Task {
                let result: Result<Response, any Error>
                do { result = .success(try await action(context)) } catch { result = .failure(error) }
                responder(finish(answer(context, access) { try result.get() }, route, request))
            }
        }
    }

    private func answer(_ context: Context, _ access: Access, _ action: () throws -> Response) -> Response {
        var response: Response
        do {
            response = try action()
        } catch let refusal as Refusal {
            response = refusals.response(refusal, context.surface, context.request)
        } catch is InsufficientRole {
            let refusal = gate.refusal(of: context.request, on: context.surface, role: context.role)
            response = refusals.response(refusal, context.surface, context.request)
        } catch {
            response = failure(error, context)
        }
        if let renewal = access.renewal, response.fields["Set-Cookie"] == nil { response.fields.append("Set-Cookie", renewal) }
        if case .stream(var stream) = response.body, stream.tag == nil {
            stream.tag = access.sessionTag
            response.body = .stream(stream)
        }
        return response
    }

    private static func parameters(_ names: [String?], _ segments: [String]) -> [String: String] {
        var parameters: [String: String] = [:]
        for (name, segment) in zip(names, segments) {
            if let name { parameters[name] = segment }
        }
        return parameters
    }

    /// A form of another site can send no JSON without asking first, and is never answered when it asks.
    private static func checkMediaType(_ request: Request, _ route: Route) throws(Refusal) {
        guard route.surface == .api, !request.method.isSafe, !request.body.isEmpty else { return }
        let type = request.fields["Content-Type"].flatMap { MediaType($0) }
        guard type?.matches(.json) == true else { throw .notJSON }
    }

    // MARK: No route

    private static let everyMethod: [Method] = [.get, .head, .post, .put, .delete, .options]

    private static func allow(_ methods: [Method]) -> Response {
        Response(.noContent, fields: ["Allow": methods.map(\.rawValue).joined(separator: ", ")])
    }

    private func withoutRoute(_ request: Request, _ leaves: [Method: RouteTree.Leaf]) -> Response {
        let allowed = Router.everyMethod.filter { method in
            leaves[method] != nil || method == .options || (method == .head && leaves[.get] != nil)
        }
        let some = (leaves[.get] ?? leaves.first?.value)?.route
        return finish(refuseMethod(request, allowed, some?.surface ?? .page), some, request)
    }

    /// What the path takes (RFC 9110, section 15.5.6): the answer to OPTIONS, else a refusal.
    private func refuseMethod(_ request: Request, _ allowed: [Method], _ surface: Route.Surface) -> Response {
        let response = Router.allow(allowed)
        if request.method == .options { return response }
        let sentence = "This path does not take \(request.method.rawValue)."
        return refusals.response(Refusal(.methodNotAllowed, sentence, fields: response.fields), surface, request)
    }

    private func serveFile(_ request: Request, _ responder: @escaping Responder) {
        guard let files else { return responder(nothing(request)) }
        files(request) { response in
            if response.status == .notFound, case .none = response.body { return responder(nothing(request)) }
            if response.status == .methodNotAllowed {
                return responder(finish(refuseMethod(request, [.get, .head, .options], .page), nil, request))
            }
            responder(finish(response, nil, request))
        }
    }

    private func nothing(_ request: Request) -> Response {
        finish(refusals.response(.noPath, stray(request), request), nil, request)
    }

    /// By the first segment alone: what follows it may be malformed.
    private func stray(_ request: Request) -> Route.Surface {
        let first = request.target.path.utf8.dropFirst().prefix { $0 != UInt8(ascii: "/") }
        return Target(path: "/" + String(Substring(first))).pathSegments?.first.flatMap { strays[$0] } ?? .page
    }

    private func finish(_ response: Response, _ route: Route?, _ request: Request) -> Response {
        var response = response
        SecurityFields.apply(to: &response, of: route)
        if response.route == nil { response.route = route?.pattern }
        // HEAD tells what a stream would say, and subscribes to nothing.
        if request.method == .head, case .stream = response.body { response.body = .none }
        return response
    }
}
