import Activities
import Dashboard
import Dispatch
import Foundation
import Gateway
import Glibc
import HTTP
import Kinds
import Mustache
import Routing
import Server
import Store
import Synchronization

/// Joins the rooms into one running server.
final class Serving: Sendable {
    private let configuration: Configuration
    private let log: LineLog
    private let folder: DataFolder?
    private let store: Store
    let center: ActivityCenter
    private let server: WebServer
    private let login: Login
    private let dashboard: Dashboard
    private let gateway: Gateway
    /// All that is answered, for a table of who may do what.
    let routes: [Route]
    private let subscription: Feed.Token
    let housekeeping: Housekeeping

    /// Everything up to the open port; throws, in one clear line each, what keeps it from serving.
    init(_ configuration: Configuration, clock: any ActivityClock = SystemClock()) throws {
        try configuration.check()
        self.configuration = configuration
        let log = LineLog(level: LogLevel(configuration.logLevel)) { clock.now }
        self.log = log
        folder = configuration.keepsNothing ? nil : try DataFolder(configuration.data)
        store = try folder.map { try Store(folder: $0, now: clock.now) } ?? Store(inMemorySince: clock.now)
        let files = try TokenFiles(
            folder: folder, operatorFile: configuration.operatorTokenFile, watchFile: configuration.watchTokenFile)
        let kinds = KindRegistry(Kinds.all)
        center = try ActivityCenter(
            journal: store, kinds: kinds,
            limits: Limits(activities: configuration.maximumActivities, activitiesPerKind: configuration.maximumActivitiesPerKind),
            timeZone: configuration.timeZone.flatMap(TimeZone.init(identifier:)), clock: clock, log: { log.write($0, $1) })
        let assets = try StaticFiles(root: configuration.publicFolder)
        let library = try Library(directory: configuration.templates)
        let join = Joining(
            configuration: configuration, center: center, store: store, kinds: kinds, assets: assets, library: library, tokens: files,
            providerSecret: try configuration.providerSecretFile.map { try TokenFiles.secret(in: $0) }, clock: clock, log: log)
        Self.letTimePass(in: center)
        let opened = try join.open()
        (server, login, dashboard, gateway) = (opened.server, opened.login, opened.dashboard, opened.gateway)
        (routes, subscription) = (opened.routes, opened.subscription)
        housekeeping = Housekeeping(store: store, retentionDays: configuration.retention, clock: clock, log: log) { [dashboard] in
            dashboard.pushLogHasChanged()
        }
    }

    /// Serves until SIGTERM or SIGINT, then ends streams, stores everything and returns.
    func untilTerminated() async {
        // Before anybody is told that it listens: whoever ends it at once wants what is stored settled too.
        let termination = Termination()
        start()
        announce()
        await termination.isAsked()
        await stop()
    }

    /// From here on time passes by itself.
    func start() {
        center.start()
        housekeeping.start()
    }

    /// No new connections; streams end with a complete final chunk, everything is stored.
    func stop() async {
        log.write(.info, "Shutting down")
        await server.shutdown()
        center.stop()
        // Turns come one after the other: once this one is answered, all that was asked for before is stored.
        _ = try? await center.perform(.letTimePass)
        center.feed.unsubscribe(subscription)
        gateway.keepReceipts()
        do { try store.settle() } catch { log.write(.warning, "The log of the database was not written back: \(error)") }
        log.finish(within: 500)
    }

    /// What fell due while nobody ran has happened before anybody is answered; a store that does not take it will be asked again later.
    private static func letTimePass(in center: ActivityCenter) {
        let hasPassed = DispatchSemaphore(value: 0)
        let isMore = Mutex(true)
        while isMore.withLock({ $0 }) {
            center.perform(.letTimePass) { result in
                isMore.withLock { $0 = (try? result.get().changed) ?? false }
                hasPassed.signal()
            }
            hasPassed.wait()
        }
    }

    /// Returns once the push log holds every push that was answered.
    func keepReceipts() { gateway.keepReceipts() }

    var pushLog: any PushLog { store }

    /// Receipts were kept or removed beside the gateway.
    func pushLogHasChanged() { dashboard.pushLogHasChanged() }

    /// A link that logs in as the operator, once.
    func newLoginLink() -> String { login.newLoginLink(baseURL: configuration.baseURL ?? localURL) }

    var port: UInt16 { server.port }

    private var localURL: String { Address.url(host: configuration.host, port: server.port) }

    private func announce() {
        print("Islet listens on \(localURL)")
        if configuration.noLogin {
            print("Whoever reaches it is the operator (--no-login).")
        } else {
            print("Log in as the operator, once, within 15 minutes: \(newLoginLink())")
            if let folder {
                let operatorFile = configuration.operatorTokenFile ?? folder.operatorTokenPath
                print("The tokens are kept in \(operatorFile) and \(configuration.watchTokenFile ?? folder.watchTokenPath).")
            }
        }
        if Address.isPlainBeyondLoopback(configuration) {
            print(Address.plainHTTPWarning(port: server.port))
        }
        // A pipe would keep these lines until the end.
        fflush(nil)
    }
}
