import Foundation
import HTTP
import Routing
import Synchronization

/// A whole front door with a clock and a chance of its own, and routes of every role and surface.
final class House: Sendable {
    static let operatorToken = "operator-token-0123456789"
    static let watchToken = "watch-token-0123456789"

    let store: any SessionStore
    let sessions: Sessions
    let login: Login
    let router: Router

    init(
        noLogin: Bool = false, baseURL: String? = nil, allowHosts: [String] = [], port: Int = 8080,
        store: any SessionStore = MemorySessions(), extra: [Route] = [], files: Handler? = nil,
        later: @escaping @Sendable (@escaping @Sendable () -> Void) -> Void = { $0() }
    ) throws {
        self.store = store
        let configuration = try AccessConfiguration(
            noLogin: noLogin, baseURL: baseURL, allowHosts: allowHosts, port: port, machineName: "Kitchen")
        let tick = Mutex<UInt8>(0)
        let clock = Clock()
        let surroundings = Surroundings(
            random: { count in
                let value = tick.withLock { value in
                    value &+= 1
                    return value
                }
                return [UInt8](repeating: value, count: count)
            }, now: { clock.now() }, later: later)
        self.time = clock
        let tokens = Tokens(operator: House.operatorToken, watch: House.watchToken)
        sessions = Sessions(store: store, configuration: configuration, surroundings: surroundings)
        let endings = Endings()
        self.endings = endings
        login = Login(tokens: tokens, sessions: sessions, surroundings: surroundings) { endings.add($0) }
        let page: @Sendable (LoginForm, Context) -> Response = { form, _ in
            Response(.ok, fields: ["Content-Type": "text/html"], body: .bytes(Array("\(form.code ?? "-") \(form.next)".utf8)))
        }
        router = try Router(
            routes: House.routes + extra + login.routes(page: page),
            gate: Gate(configuration: configuration, tokens: tokens, sessions: sessions), files: files,
            failure: { error, _ in Response(.internalServerError, body: .bytes(Array("\(error)".utf8))) })
    }

    let time: Clock
    let endings: Endings

    static let routes: [Route] = [
        Route(.get, "/", .operator, .page, .immediate(who)),
        Route(.post, "/activities", .operator, .page, .deferred(who)),
        Route(.get, "/lock-screen", .watcher, .page, .immediate(who)),
        Route(.get, "/previews", .anyone, .page, .immediate(who)),
        Route(.get, "/activities/{id}", .link, .page, .immediate(who)),
        Route(.get, "/activities/{id}/embed", .link, .page, .immediate(who)).framed(by: .anyone),
        Route(
            .get, "/activities/{id}/journey.svg", .link, .page, .immediate { _ in Response(.ok, fields: ["Content-Type": "image/svg+xml"]) }
        ),
        Route(.get, "/activities/end", .operator, .page, .immediate(who)),
        Route(
            .get, "/events", .link, .stream,
            .immediate { context in
                if context.request.target.query == "page=dashboard" { try context.require(.watcher) }
                return try who(context)
            }),
        Route(.get, "/api/events", .operator, .stream, .immediate(who)),
        Route(.get, "/api/activities", .watcher, .api, .immediate(who)),
        Route(.post, "/api/activities", .operator, .api, .deferred(who)),
        Route(.get, "/api/activities/{id}", .link, .api, .immediate(who)),
        Route(.get, "/api/kinds", .anyone, .api, .immediate(who)),
        Route(.post, "/3/device/{token}", .anyone, .push, .deferred(who)),
    ]

    /// Answers who was let in, by name.
    @Sendable static func who(_ context: Context) throws -> Response {
        Response(.ok, fields: ["Content-Type": "text/html; charset=utf-8", "Who": "\(context.role)", "Tag": context.sessionTag ?? "-"])
    }

    func ask(_ request: Request) async -> Response {
        await withCheckedContinuation { continuation in router.respond(to: request) { continuation.resume(returning: $0) } }
    }

    /// Logs in as a browser on `http://localhost:8080` does; the value for a Cookie field.
    func cookie(_ token: String = House.operatorToken, fields: Fields = ["Host": "localhost:8080", "Origin": "http://localhost:8080"]) async
        -> String
    {
        let response = await ask(.post("/login", fields, body: "token=\(token)&next=%2F"))
        return String((response.fields["Set-Cookie"] ?? "").prefix { $0 != ";" })
    }
}

final class Clock: Sendable {
    private let date = Mutex(Date(timeIntervalSince1970: 1_800_000_000))
    func now() -> Date { date.withLock { $0 } }
    func advance(_ seconds: TimeInterval) { date.withLock { $0 += seconds } }
}

final class Endings: Sendable {
    private let tags = Mutex<[String]>([])
    func add(_ tag: String) { tags.withLock { $0.append(tag) } }
    var all: [String] { tags.withLock { $0 } }
}

extension Request {
    private static func target(_ text: String) -> Target {
        let parts = text.split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
        return Target(path: String(parts[0]), query: parts.count == 2 ? String(parts[1]) : nil)
    }

    static func get(_ target: String, _ fields: Fields = ["Host": "localhost:8080"], version: Version = .http1_1) -> Request {
        Request(method: .get, target: self.target(target), version: version, fields: fields, peer: "127.0.0.1")
    }

    static func post(_ target: String, _ fields: Fields, body: String = "", version: Version = .http1_1, peer: String = "127.0.0.1")
        -> Request
    {
        Request(method: .post, target: self.target(target), version: version, fields: fields, body: Array(body.utf8), peer: peer)
    }

    func with(_ fields: Fields) -> Request {
        var request = self
        for field in fields.all { request.fields[field.name] = field.value }
        return request
    }
}

/// Numbers from a seed (SplitMix64), so that a failure can be had again.
struct Seeded: RandomNumberGenerator {
    var state: UInt64
    mutating func next() -> UInt64 {
        state &+= 0x9e37_79b9_7f4a_7c15
        var z = state
        z = (z ^ (z >> 30)) &* 0xbf58_476d_1ce4_e5b9
        z = (z ^ (z >> 27)) &* 0x94d0_49bb_1331_11eb
        return z ^ (z >> 31)
    }
}
