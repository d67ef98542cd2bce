import Activities
import Foundation
import HTTP
import Kinds
import Routing
import Store
import Synchronization

@testable import Gateway

/// The streams without a server: a real store in memory, a clock that stands still, and whatever goes wrong as a line.
struct LogHouse {
    let clock = LogClock()
    let lines = LogLines()
    let store: Store
    let center: ActivityCenter
    let backend: Backend
    let streams: LogStreams
    let sources: LogSources

    init() throws {
        store = try Store(inMemorySince: clock.now)
        let kinds = KindRegistry(Kinds.all)
        center = try ActivityCenter(journal: store, kinds: kinds, clock: clock)
        backend = Backend(
            center: center, archive: store, pushLog: store, pushTokens: store, kinds: kinds, clock: { [clock] in clock.now },
            baseURL: "http://127.0.0.1")
        let lines = lines
        streams = LogStreams(backend: backend) { lines.append($0) }
        sources = LogSources(backend: backend) { lines.append("\($0)") }
    }

    @discardableResult
    func start(_ driver: String = "ANA") async throws -> String {
        let fields: [String: FieldValue] = ["driverName": .text(driver), "estimatedDeliveryTime": .minutesFromNow(20)]
        return try await center.perform(.request(StartRequest(kind: "pizza-delivery", payload: .fields(fields)))).activities[0].id
    }

    /// As many visible changes, each with a driver of its own.
    func update(_ id: String, times: Int, length: Int = 0) async throws {
        let padding = String(repeating: "\u{1F355}", count: length)
        let board = center.board
        for _ in 0..<times {
            let name = "D\(board.revision)\(padding)"
            _ = try await center.perform(.update(id: id, ContentUpdate(state: .merge(["driverName": .text(name)]))))
        }
    }

    /// A change that nobody is shown.
    func mark(_ id: String) async throws { _ = try await center.perform(.rotateToken(id: id)) }

    func end(_ id: String, _ policy: ActivityUIDismissalPolicy = .immediate) async throws {
        _ = try await center.perform(.end(id: id, EndRequest(policy: policy)))
    }

    var revision: Cursor { Cursor(center.board.revision) }
    var whole: WholeLog { WholeLog(backend: backend) }
    func log(of id: String) -> ActivityLog { ActivityLog(id: id, backend: backend) }

    /// What a request is answered; of a stream what it begins with.
    func ask(_ path: String, _ id: String? = nil, after position: String? = nil) async throws -> Response {
        guard let route = streams.routes.first(where: { $0.pattern == path }) else { throw LogHouseError.noRoute }
        let fields: Fields = position.map { ["Last-Event-ID": $0] } ?? Fields()
        let request = Request(method: .get, target: Target(path: path.replacing("{id}", with: id ?? "")), fields: fields)
        let context = Context(request: request, parameters: id.map { ["id": $0] } ?? [:], role: .operator, surface: route.surface)
        switch route.action {
        case .immediate(let action): return try action(context)
        case .deferred(let action): return try await action(context)
        }
    }
}

enum LogHouseError: Error { case noRoute, noStream }

/// A clock that goes only when it is told to; it wakes nobody.
final class LogClock: ActivityClock {
    private let time = Mutex(Date(timeIntervalSince1970: 1_800_000_000))
    var now: Date { time.withLock { $0 } }
    func advance(by seconds: Double) { time.withLock { $0 += seconds } }
    func wake(at date: Date?, _ body: @escaping @Sendable () -> Void) {}
}

final class LogLines: Sendable {
    private let lines = Mutex<[String]>([])
    func append(_ line: String) { lines.withLock { $0.append(line) } }
    var all: [String] { lines.withLock { $0 } }
}

/// One event of a stream, read back.
struct LogEvent: Equatable {
    var name = ""
    var id = ""
    var data = JSON.null

    static func read(_ bytes: [UInt8]) throws -> [LogEvent] {
        try String(decoding: bytes, as: UTF8.self).components(separatedBy: "\n\n").filter { !$0.isEmpty }.map { text in
            var event = LogEvent()
            for line in text.components(separatedBy: "\n") {
                if line.hasPrefix("event: ") { event.name = String(line.dropFirst(7)) }
                if line.hasPrefix("id: ") { event.id = String(line.dropFirst(4)) }
                if line.hasPrefix("data: ") { event.data = try JSON(bytes: Array(line.dropFirst(6).utf8)) }
            }
            return event
        }
    }

    var sequence: UInt64? { UInt64(id.split(separator: "-").last ?? "") }
}

extension LogPage {
    var events: [LogEvent] { get throws { try LogEvent.read(payload) } }
}
