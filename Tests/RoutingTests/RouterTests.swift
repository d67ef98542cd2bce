import HTTP
import Routing
import Testing

@Suite struct RouterTests {
    static let mine: Fields = ["Host": "localhost:8080"]

    @Test(
        "literal segments go before parameters, and each segment is decoded once",
        arguments: [
            ("/activities/end", "/activities/end"), ("/activities/endless", "/activities/{id}"),
            ("/activities/end/embed", "/activities/{id}/embed"),
            ("/activities/%65nd", "/activities/end"), ("/activities/a%2Fb", "/activities/{id}"),
            ("/activities/%2565nd", "/activities/{id}"),
            ("/activities/a+b", "/activities/{id}"),
        ])
    func matching(_ path: String, _ pattern: String) async throws {
        let house = try House(noLogin: true)
        #expect(await house.ask(.get(path)).route == pattern)
    }

    @Test("a parameter is the decoded segment, a plus a plus")
    func parameters() async throws {
        let echo = Route(
            .get, "/echo/{one}/x/{two}", .anyone, .page,
            .immediate { context in
                Response(.ok, body: .bytes(Array("\(context.parameters["one"]!)|\(context.parameters["two"]!)".utf8)))
            })
        let house = try House(extra: [echo])
        guard case .bytes(let bytes) = await house.ask(.get("/echo/a%2Fb+c/x/%C3%A9")).body else { return #expect(Bool(false)) }
        #expect(String(decoding: bytes, as: UTF8.self) == "a/b+c|é")
    }

    @Test(
        "what is no path is 400, what is nobody's 404",
        arguments: [
            ("/activities/%zz", 400), ("/activities/%4", 400), ("/a%00b", 400), ("/a%5Cb", 400), ("/a%0d", 404), ("/%FF", 400),
            ("/nothing", 404), ("/activities/", 404), ("/lock-screen/", 404), ("//", 404), ("/activities/../lock-screen", 404),
            ("/api/nothing", 404),
        ])
    func strangePaths(_ path: String, _ status: Int) async throws {
        #expect(try await House(noLogin: true).ask(.get(path)).status.code == status)
    }

    @Test("405 and OPTIONS name the methods, HEAD is served by GET's route")
    func methods() async throws {
        let house = try House(noLogin: true)
        func ask(_ method: Method, _ path: String) async -> Response {
            await house.ask(Request(method: method, target: Target(path: path), fields: Self.mine))
        }
        let wrong = await ask(.delete, "/api/activities")
        #expect(wrong.status == .methodNotAllowed)
        #expect(wrong.fields["Allow"] == "GET, HEAD, POST, OPTIONS")
        let unknown = await ask(Method(rawValue: "BREW"), "/activities")
        #expect(unknown.status == .methodNotAllowed && unknown.fields["Allow"] == "POST, OPTIONS")
        let options = await ask(.options, "/lock-screen")
        #expect(options.status == .noContent && options.fields["Allow"] == "GET, HEAD, OPTIONS")
        #expect(await ask(.options, "*").status == .noContent)
        #expect(await ask(.head, "/lock-screen").fields["Who"] == "operator")
        #expect(await ask(.head, "/activities").status == .methodNotAllowed)
    }

    @Test("two routes of one shape, and patterns that are none, are refused")
    func tables() throws {
        func route(_ pattern: String) -> Route { Route(.get, pattern, .anyone, .page, .immediate { _ in Response(.ok) }) }
        #expect(throws: RouterError.duplicate(.get, "/a/{y}")) { try House(extra: [route("/a/{x}"), route("/a/{y}")]) }
        for pattern in ["", "a", "/a//b", "/{}", "/a{b}", "/{x}/{x}", "/%zz", "/a//"] {
            #expect(throws: RouterError.malformed(pattern)) { try House(extra: [route(pattern)]) }
        }
        #expect(throws: Never.self) { try House(extra: [route("/a/{x}"), route("/a/b"), route("/a/")]) }
    }

    @Test("what a handler throws goes to the failure, now and later")
    func failures() async throws {
        struct Broken: Error {}
        let house = try House(extra: [
            Route(.get, "/now", .anyone, .page, .immediate { _ in throw Broken() }),
            Route(.get, "/later", .anyone, .page, .deferred { _ in throw Broken() }),
            Route(.get, "/refused", .anyone, .page, .immediate { _ in throw Refusal(.conflict, "No.") }),
        ])
        for path in ["/now", "/later"] {
            let response = await house.ask(.get(path))
            #expect(response.status == .internalServerError && response.route == path)
        }
        #expect(await house.ask(.get("/refused")).status == .conflict)
    }

    @Test("files answer what no route has, and nothing of theirs is our 404")
    func files() async throws {
        let house = try House(files: { request, answer in
            guard request.target.path == "/a.svg" else { return answer(Response(.notFound)) }
            let isRead = request.method == .get || request.method == .head
            answer(
                isRead
                    ? Response(.ok, fields: ["Content-Type": "image/svg+xml"]) : Response(.methodNotAllowed, fields: ["Allow": "GET, HEAD"])
            )
        })
        let image = await house.ask(.get("/a.svg"))
        #expect(image.status == .ok && image.route == nil)
        #expect(image.fields["Content-Security-Policy"] == "default-src 'none'; style-src 'unsafe-inline'")
        guard case .bytes = await house.ask(.get("/b")).body else { return #expect(Bool(false)) }
        let post = await house.ask(.post("/a.svg", Self.mine))
        #expect(post.status == .methodNotAllowed && post.fields["Allow"] == "GET, HEAD, OPTIONS")
        guard case .bytes = post.body else { return #expect(Bool(false)) }
        var options = Request.get("/a.svg")
        options.method = .options
        let taken = await house.ask(options)
        #expect(taken.status == .noContent && taken.fields["Allow"] == "GET, HEAD, OPTIONS")
        #expect(await house.ask(.post("/b", Self.mine)).status == .notFound)
        #expect(await house.ask(.get("/a.svg", ["Host": "evil.example"])).status == .misdirectedRequest)
    }

    @Test("each answer says what browsers may do with it")
    func securityFields() async throws {
        let house = try House(noLogin: true)
        let policy =
            "default-src 'none'; script-src 'self'; connect-src 'self'; style-src 'self'; style-src-attr 'unsafe-inline'; "
            + "img-src 'self' https: data:; media-src 'self'; manifest-src 'self'; worker-src 'self'; form-action 'self'; base-uri 'none'; "
        let page = await house.ask(.get("/")).fields
        #expect(page["Content-Security-Policy"] == policy + "frame-ancestors 'none'")
        #expect(page["X-Content-Type-Options"] == "nosniff" && page["Referrer-Policy"] == "same-origin")
        #expect(page["Cache-Control"] == "no-store" && page["Access-Control-Allow-Origin"] == nil && page["X-Robots-Tag"] == nil)
        let activity = await house.ask(.get("/activities/1")).fields
        #expect(activity["X-Robots-Tag"] == "noindex" && activity["Access-Control-Allow-Origin"] == "*" && activity["Vary"] == "Origin")
        #expect(await house.ask(.get("/activities/1/embed")).fields["Content-Security-Policy"] == policy + "frame-ancestors *")
        let image = await house.ask(.get("/activities/1/journey.svg")).fields
        #expect(image["Content-Security-Policy"] == "default-src 'none'; style-src 'unsafe-inline'")
        #expect(image["Cross-Origin-Resource-Policy"] == "cross-origin")
        #expect(await house.ask(.get("/api/activities")).fields["Access-Control-Allow-Origin"] == nil)
        let refused = await house.ask(.get("/", ["Host": "evil.example"])).fields
        #expect(refused["X-Content-Type-Options"] == "nosniff")
    }

    @Test("an immediate route answers on the caller's thread")
    func immediate() throws {
        let house = try House()
        let box = Endings()
        house.router.respond(to: .get("/previews")) { box.add("\($0.status.code)") }
        #expect(box.all == ["200"])
    }
}
