import Activities
import Foundation
import HTTP

@testable import islet

/// The whole server in this process, over a real port, with a folder and a clock of its own.
final class House {
    enum Visitor { case nobody, watcher, `operator` }

    let folder: String
    let clock: ManualClock
    private(set) var serving: Serving!
    private var configuration: Configuration

    static let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
        .path

    /// Runs `body` in a house, and takes it down again.
    static func open<Result>(_ change: (inout Configuration) -> Void = { _ in }, _ body: (House) async throws -> Result) async throws
        -> Result
    {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("islet-flow-\(UUID().uuidString)").path
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let house = try House(folder, change)
        do {
            let result = try await body(house)
            await house.serving?.stop()
            return result
        } catch {
            await house.serving?.stop()
            throw error
        }
    }

    private init(_ folder: String, _ change: (inout Configuration) -> Void) throws {
        var configuration = Configuration()
        configuration.port = 0
        configuration.data = folder
        configuration.publicFolder = Self.root + "/Public"
        configuration.templates = Self.root + "/templates"
        configuration.timeZone = "UTC"
        configuration.logLevel = .error
        change(&configuration)
        self.folder = folder
        self.configuration = configuration
        clock = ManualClock()
        serving = try Serving(configuration, clock: clock)
        serving.start()
    }

    /// Down, then some time, then up again on the same folder.
    func restart(after seconds: Double) async throws { try await restart { clock.advance(by: seconds) } }

    func restart(_ meanwhile: () throws -> Void) async throws {
        await serving?.stop()
        // The folder's lock goes with the old server.
        serving = nil
        try meanwhile()
        serving = try Serving(configuration, clock: clock)
        serving.start()
    }

    var port: UInt16 { serving.port }

    func token(_ visitor: Visitor) throws -> String {
        try String(contentsOfFile: folder + (visitor == .operator ? "/operator-token" : "/watch-token"), encoding: .utf8)
            .trimmingCharacters(in: .whitespacesAndNewlines)
    }

    /// A request's first bytes; `fields` are whole lines.
    func head(_ method: String, _ path: String, as visitor: Visitor, _ fields: [String], version: String = "HTTP/1.1") throws -> String {
        var lines = ["\(method) \(path) \(version)"]
        if !fields.contains(where: { $0.hasPrefix("Host:") }) { lines.append("Host: 127.0.0.1:\(port)") }
        if visitor != .nobody { lines.append("Authorization: Bearer \(try token(visitor))") }
        return (lines + fields + ["", ""]).joined(separator: "\r\n")
    }

    func get(_ path: String, as visitor: Visitor = .operator, _ fields: String...) throws -> Answer {
        try ask("GET", path, as: visitor, fields)
    }

    func ask(
        _ method: String, _ path: String, as visitor: Visitor = .operator, _ fields: [String] = [], body: String? = nil,
        version: String = "HTTP/1.1"
    ) throws -> Answer {
        let connection = Connection(port)
        let type = fields.contains { $0.hasPrefix("Content-Type:") } ? [] : ["Content-Type: application/x-www-form-urlencoded"]
        let length = body.map { type + ["Content-Length: \($0.utf8.count)"] } ?? []
        connection.send(try head(method, path, as: visitor, fields + length + ["Connection: close"], version: version) + (body ?? ""))
        var answer = Answer(head: connection)
        let isStream = answer.fields["Content-Type"]?.hasPrefix("text/event-stream") == true
        if method != "HEAD" && !isStream { answer.readBody(connection) }
        return answer
    }

    func post(_ path: String, _ form: KeyValuePairs<String, String> = [:], as visitor: Visitor = .operator, _ fields: String...) throws
        -> Answer
    {
        try ask("POST", path, as: visitor, fields, body: Form(form.map { .init($0.key, $0.value) }).encoded)
    }

    func events(
        _ path: String, as visitor: Visitor = .operator, after id: String? = nil, receiveBuffer: Int32? = nil, _ fields: String...
    ) throws -> EventReader {
        let connection = Connection(port, receiveBuffer: receiveBuffer)
        connection.send(try head("GET", path, as: visitor, fields + (id.map { ["Last-Event-ID: \($0)"] } ?? [])))
        return EventReader(connection)
    }

    /// Starts a delivery by its form and answers its id.
    func start(driver: String = "ANA", minutes: String = "20", phone: String = "") throws -> String {
        let answer = try post(
            "/activities",
            [
                "kind": "pizza-delivery", "numberOfPizzas": "2", "totalAmount": "$20", "driverName": driver, "minutes": minutes,
                "driverPhone": phone,
            ])
        guard answer.status == 303, let id = answer.location?.split(separator: "/").last else {
            throw UsageError("not started: \(answer.status) \(answer.text)")
        }
        return String(id)
    }

    /// A browser's session, as its Cookie line.
    func logIn(_ visitor: Visitor) throws -> String {
        let answer = try post("/login", ["token": try token(visitor), "next": "/"], as: .nobody, origin)
        guard answer.status == 303, let cookie = answer.fields["Set-Cookie"]?.split(separator: ";").first else {
            throw UsageError("not logged in: \(answer.status)")
        }
        return "Cookie: \(cookie)"
    }

    /// What a browser adds to a form of our own pages.
    var origin: String { "Origin: http://127.0.0.1:\(port)" }
}
