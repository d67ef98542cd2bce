// The front door of Server: sockets, deadlines and subscribers around one closure.
//
// Laws: it knows HTTP's values and nothing of what a request means. A socket belongs to one loop and is
// closed by that loop alone. A subscriber is a cursor, never a queue. Every buffer, count and wait has a
// named bound. Clocks are passed in.

import Dispatch
import Glibc
import HTTP

/// Serves a closure over HTTP/1.1 on a loop per core (robustness.md, http.md).
public final class WebServer: Sendable {
    public let host: String
    /// The port it listens on, which the system picked where 0 was asked for.
    public let port: UInt16
    private let loops: [EventLoop]

    /// Listens and serves at once; throws `ServerError`: `portInUse`, `badHost` or `system`.
    public convenience init(
        _ configuration: ServerConfiguration, clock: ServerClock = .system, log: (@Sendable (AccessRecord) -> Void)? = nil,
        handler: @escaping Handler
    ) throws {
        try self.init(configuration, clock: clock, log: log) { _ in handler }
    }

    /// Listens, then makes the handler, which may depend on the port that the system picked, then serves; throws `ServerError` and
    /// what `handlerForPort` throws.
    public init(
        _ configuration: ServerConfiguration, clock: ServerClock = .system, log: (@Sendable (AccessRecord) -> Void)? = nil,
        handlerForPort: (UInt16) throws -> Handler
    ) throws {
        signal(SIGPIPE, SIG_IGN)
        Self.raiseDescriptorLimit()
        // Without SO_REUSEPORT first: with it a second process would silently take half of the connections.
        try Listener.probe(host: configuration.host, port: configuration.port)
        let first = try Listener(host: configuration.host, port: configuration.port)
        host = configuration.host
        port = first.port
        let service = Service(configuration, handler: try handlerForPort(port), clock: clock, log: log)
        loops = try Self.loops(configuration, first: first, service: service)
        for loop in loops { loop.start() }
    }

    /// A loop for `first`, and more of them that listen on its port.
    private static func loops(
        _ configuration: ServerConfiguration, first: consuming Listener, service: Service
    ) throws(ServerError) -> [EventLoop] {
        let port = first.port
        let limits = ConnectionLimits(
            inAll: configuration.connections, perAddress: configuration.connectionsPerAddress, proxies: configuration.trustedProxies)
        let deadlines = configuration.deadlines
        var loops = [try EventLoop(number: 0, listener: first, service: service, limits: limits, deadlines: deadlines)]
        while loops.count < (configuration.loops > 0 ? configuration.loops : cores) {
            let listener = try Listener(host: configuration.host, port: port)
            loops.append(try EventLoop(number: loops.count, listener: listener, service: service, limits: limits, deadlines: deadlines))
        }
        return loops
    }

    /// Ends every stream with that tag, with a complete final chunk.
    public func endStreams(tag: String) {
        for loop in loops { loop.inbox.post(.endStreams(tag: tag)) }
    }

    /// Accepts no more, finishes requests in flight, ends streams with a complete final chunk; returns when all is closed, within the bound of `Deadlines.shutdown`.
    public func shutdown() async {
        let group = DispatchGroup()
        for loop in loops {
            group.enter()
            loop.shutDown(group)
        }
        await withCheckedContinuation { done in
            group.notify(queue: .global()) { done.resume() }
        }
    }

    /// What all loops have done and hold.
    public func metrics() -> ServerMetrics {
        loops.reduce(ServerMetrics()) { $0 + $1.counters.snapshot }
    }

    private static var cores: Int { max(1, Int(sysconf(Int32(_SC_NPROCESSORS_ONLN)))) }

    /// A subscriber is a descriptor: as many as the system allows without asking.
    private static func raiseDescriptorLimit() {
        var limit = rlimit()
        guard getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit) == 0 else { return }
        limit.rlim_cur = limit.rlim_max
        _ = setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
    }
}
