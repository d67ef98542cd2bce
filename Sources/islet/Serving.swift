import Activities
import Dashboard
import Dispatch
import Foundation
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
    private let center: ActivityCenter
    private let server: WebServer
    private let login: Login
    private let housekeeping: Housekeeping

    /// Everything up to the open port; throws, in one clear line each, what keeps it from serving.
    init(_ configuration: Configuration, clock: any ActivityClock = SystemClock()) throws {
        self.configuration = configuration
        let log = LineLog(level: LogLevel(configuration.logLevel)) { clock.now }
        self.log = log
        let keepsNothing = configuration.data == ":memory:"
        folder = keepsNothing ? nil : try DataFolder(configuration.data)
        store = try folder.map { try Store(folder: $0, now: clock.now) } ?? Store(inMemorySince: clock.now)
        let files = try TokenFiles(
            folder: folder, operatorFile: configuration.operatorTokenFile, watchFile: configuration.watchTokenFile)
        let kinds = KindRegistry(Kinds.all)
        center = try ActivityCenter(
            journal: store, kinds: kinds,
            limits: Limits(activities: configuration.maximumActivities, activitiesPerKind: configuration.maximumActivitiesPerKind),
            clock: clock, log: { log.write($0, $1) })
        let assets = try StaticFiles(root: configuration.publicFolder)
        let library = try Library(directory: configuration.templates)
        let join = Joining(
            configuration: configuration, center: center, store: store, kinds: kinds, assets: assets, library: library, tokens: files,
            clock: clock, log: log)
        (server, login) = try join.open()
        housekeeping = Housekeeping(store: store, retentionDays: configuration.retention, clock: clock, log: log)
    }

    /// Serves until SIGTERM or SIGINT, then ends streams, stores everything and returns.
    func untilTerminated() async throws {
        center.start()
        housekeeping.start()
        announce()
        await Self.termination()
        log.write(.info, "Shutting down")
        await server.shutdown()
        center.stop()
        log.flush()
    }

    var port: UInt16 { server.port }

    private var localURL: String { Address.url(host: configuration.host, port: server.port) }

    private func announce() {
        let base = configuration.baseURL ?? localURL
        print("Islet listens on \(localURL)")
        if configuration.noLogin {
            print("Whoever reaches it is the operator (--no-login).")
        } else {
            print("Log in as the operator, once, within 15 minutes: \(login.newLoginLink(baseURL: base))")
        }
        if Address.isPlainBeyondLoopback(configuration) {
            print(Address.plainHTTPWarning)
        }
        // A pipe would keep these lines until the end.
        fflush(nil)
    }

    /// Returns once the process is asked to end.
    private static func termination() async {
        let signals = [SIGTERM, SIGINT].map { number in
            signal(number, SIG_IGN)
            return DispatchSource.makeSignalSource(signal: number, queue: .global())
        }
        let isAsked = Mutex(false)
        await withCheckedContinuation { (continuation: CheckedContinuation<Void, Never>) in
            for source in signals {
                source.setEventHandler {
                    let isFirst = isAsked.withLock { asked in
                        defer { asked = true }
                        return !asked
                    }
                    if isFirst { continuation.resume() }
                }
                source.activate()
            }
        }
        for source in signals { source.cancel() }
    }
}
