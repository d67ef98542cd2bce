import Activities
import Dashboard
import Foundation
import Gateway
import HTTP
import Kinds
import Mustache
import Routing
import Server
import Store
import Synchronization

/// Puts the rooms together: what the server serves, and what a turn wakes.
struct Joining {
    let configuration: Configuration
    let center: ActivityCenter
    let store: Store
    let kinds: KindRegistry
    let assets: StaticFiles
    let library: Library
    let tokens: TokenFiles
    /// What pushes must bring along; nil: anything passes.
    let providerSecret: String?
    let clock: any ActivityClock
    let log: LineLog

    /// Opens the port; throws where it cannot be had, a flag does not fit, or a template is wrong.
    func open() throws -> Opened {
        let running = RunningServer()
        var login: Login?
        var routes: [Route] = []
        var subscription: Feed.Token?
        var rooms: (dashboard: Dashboard, gateway: Gateway)?
        // Who may do what depends on the port, which is known once it is open.
        let server = try WebServer(try serverConfiguration(), log: accessLog) { port in
            let access = try access(port: port)
            let surroundings = Surroundings(random: Surroundings.real.random, now: { [clock] in clock.now })
            let sessions = Sessions(store: store, configuration: access, surroundings: surroundings)
            let credentials = Tokens(operator: tokens.operatorToken, watch: tokens.watchToken)
            let made = Login(tokens: credentials, sessions: sessions, surroundings: surroundings) { running.endStreams(tag: $0) }
            login = made
            let dashboard = try Dashboard(site: site(port: port, login: made)) { [log] in log.write(.error, $0) }
            let gateway = Gateway(backend(port: port), push: push, receiptsAreKept: { dashboard.pushLogHasChanged() }) { [log] in
                log.write(.error, $0)
            }
            rooms = (dashboard, gateway)
            let router = try router(dashboard, gateway, gate: Gate(configuration: access, tokens: credentials, sessions: sessions))
            subscription = center.feed.subscribe { turn in
                dashboard.turnIsVisible(turn)
                gateway.turnIsVisible(turn)
            }
            routes = router.routes
            return { router.respond(to: $0, $1) }
        }
        running.set(server)
        guard let login, let subscription, let rooms else { throw UsageError("the server opened no port") }
        return Opened(
            server: server, login: login, dashboard: rooms.dashboard, gateway: rooms.gateway, routes: routes, subscription: subscription)
    }

    /// What serves, and what it answers.
    struct Opened {
        let server: WebServer
        let login: Login
        let dashboard: Dashboard
        let gateway: Gateway
        let routes: [Route]
        /// The place on the feed of all who show what changes.
        let subscription: Feed.Token
    }

    private func access(port: UInt16) throws -> AccessConfiguration { try configuration.access(port: Int(port)) }

    private func router(_ dashboard: Dashboard, _ gateway: Gateway, gate: Gate) throws -> Router {
        let readiness = Readiness(now: { [clock] in clock.now }) { [store, clock] in try store.probe(now: clock.now) }
        return try Router(
            routes: dashboard.routes + gateway.routes + Operations.routes(readiness), gate: gate,
            refusals: Refusals { $1.isForPeople ? dashboard.response(to: $0, $1, $2) : gateway.response(to: $0, $1, $2) },
            files: { [assets] request, answer in answer(assets.response(to: request) ?? Response(.notFound)) },
            failure: { $1.surface.isForPeople ? dashboard.response(to: $0, $1) : gateway.response(to: $0, $1) })
    }

    private func site(port: UInt16, login: Login) -> Site {
        Site(
            center: center, archive: store, pushLog: store, kinds: kinds, library: library, login: login, clock: { [clock] in clock.now },
            asset: { [assets] in assets.hashedPath(for: $0) }, baseURL: configuration.baseURL,
            localURL: Address.url(host: configuration.host, port: port), build: build,
            timeZone: configuration.timeZone.flatMap(TimeZone.init(identifier:)),
            bundleID: configuration.bundleID, asksForProviderSecret: providerSecret != nil,
            isPlainHTTPBeyondLoopback: Address.isPlainBeyondLoopback(configuration),
            debug: debug)
    }

    private func backend(port: UInt16) -> Backend {
        Backend(
            center: center, archive: store, pushLog: store, pushTokens: store, kinds: kinds, clock: { [clock] in clock.now },
            baseURL: configuration.baseURL ?? Address.url(host: configuration.host, port: port),
            timeZone: configuration.timeZone.flatMap(TimeZone.init(identifier:)), isOpen: configuration.noLogin)
    }

    private var push: PushConfiguration { PushConfiguration(bundleID: configuration.bundleID, providerSecret: providerSecret) }

    private var debug: (@Sendable (String) -> Void)? {
        guard log.isWritten(.debug) else { return nil }
        return { [log] in log.write(.debug, $0) }
    }

    /// Pages of another version, other templates or other scripts reload themselves once.
    private var build: String {
        let parts = [Islet.version, String(library.fingerprint, radix: 16)] + ["islet.js", "style.css"].map(assets.hashedPath(for:))
        return Fingerprint.of(parts.joined(separator: "\n"))
    }

    private func serverConfiguration() throws(UsageError) -> ServerConfiguration {
        var server = ServerConfiguration()
        server.host = configuration.host
        server.port = UInt16(configuration.port)
        server.bodyBound = Self.bodyBytes
        server.trustedProxies = TrustedProxies(try configuration.proxies)
        return server
    }

    /// The largest form is far smaller (robustness.md: JSON over 64 kB is refused).
    static let bodyBytes = 65_536

    private var accessLog: (@Sendable (AccessRecord) -> Void)? {
        guard log.isWritten(.info) else { return nil }
        return { [log] in log.write(.info, $0.line) }
    }
}

extension Route.Surface {
    /// What goes wrong is told in a sentence; programs get a problem.
    fileprivate var isForPeople: Bool { self == .page || self == .stream }
}

/// The server, once there is one: sessions end its streams, and it serves the sessions' pages.
private final class RunningServer: Sendable {
    private struct Held: Sendable { weak var server: WebServer? }

    /// Weakly: the server's pages hold the sessions, which hold this.
    private let held = Mutex(Held())
    func set(_ server: WebServer) { held.withLock { $0.server = server } }
    func endStreams(tag: String) { held.withLock { $0.server }?.endStreams(tag: tag) }
}

extension AccessRecord {
    /// `GET /activities/{id} 200 1234 B 0.42 ms from 127.0.0.1`
    fileprivate var line: String {
        // One per request: put together without an interpolation's detours.
        var line = ""
        line.reserveCapacity(96)
        line += method
        line += " "
        line += route ?? "-"
        line += " "
        line += String(status)
        line += " "
        line += String(bytes)
        line += " B "
        line += String(duration / 1_000)
        line += " µs from "
        line += peer
        return line
    }
}
