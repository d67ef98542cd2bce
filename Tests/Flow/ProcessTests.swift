import Activities
import Foundation
import HTTP
import Synchronization
import Testing

@testable import islet

/// The binary as whoever runs it meets it.
final class Program {
    let process = Process()
    private let output = Pipe()
    private let errors = Pipe()

    /// Beside the test bundle, or where a build puts it.
    private static var binary: String {
        let bundle = CommandLine.arguments.first { $0.contains(".xctest") }
        let folder = bundle.map { String($0[..<$0.firstRange(of: ".xctest")!.lowerBound]) }.map {
            URL(fileURLWithPath: $0).deletingLastPathComponent().path
        }
        return (folder ?? House.root + "/.build/debug") + "/islet"
    }

    init(_ arguments: [String]) throws {
        process.executableURL = URL(fileURLWithPath: Self.binary)
        process.arguments = arguments
        process.currentDirectoryURL = URL(fileURLWithPath: House.root)
        process.standardOutput = output
        process.standardError = errors
        try process.run()
        // A program that hangs is a failure, not a wait.
        let pid = process.processIdentifier
        DispatchQueue.global().asyncAfter(deadline: .now() + 20) { [weak process] in
            if process?.isRunning == true { kill(pid, SIGKILL) }
        }
    }

    /// Its first lines, up to and with one that holds `words`.
    func said(_ words: String) -> String {
        var text = ""
        while !text.contains(words) {
            let data = output.fileHandleForReading.availableData
            if data.isEmpty { break }
            text += String(decoding: data, as: UTF8.self)
        }
        return text
    }

    /// Its status and what it said on standard error, once it has ended.
    func end() -> (status: Int32, errors: String, output: String) {
        let said = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        let text = String(decoding: errors.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        process.waitUntilExit()
        return (process.terminationStatus, text, said)
    }

    static func run(_ arguments: [String]) throws -> (status: Int32, errors: String, output: String) { try Program(arguments).end() }
}

extension FlowTests {
    @Suite struct Processes {
        private func withFolder(_ body: (String) throws -> Void) throws {
            let folder = FileManager.default.temporaryDirectory.appendingPathComponent("islet-process-\(UUID().uuidString)").path
            defer { try? FileManager.default.removeItem(atPath: folder) }
            try body(folder)
        }

        @Test func `help and version are printed, and all is well`() throws {
            let help = try Program.run(["--help"])
            #expect(help.status == 0 && help.output.contains("ISLET_PORT") && help.errors.isEmpty)
            let version = try Program.run(["--version"])
            #expect(version.status == 0 && version.output == "islet \(Islet.version)\n")
        }

        @Test func `a wrong flag or value is one clear line and exit 64`() throws {
            for arguments in [
                ["--nothing"], ["--port", "x"], ["--no-login", "--host", "0.0.0.0"], ["--no-login", "--base-url", "https://a.example"],
                ["--trusted-proxy", "x", "--data", ":memory:"],
                ["--host", "nowhere", "--data", ":memory:", "--port", "0"], ["backup", "f", "--data", ":memory:"],
            ] {
                let end = try Program.run(arguments)
                #expect(end.status == 64, "\(arguments)")
                #expect(end.errors.hasPrefix("islet: ") && end.errors.split(separator: "\n").count == 1, "\(arguments): \(end.errors)")
            }
        }

        @Test func `a port or a data folder in use is one clear line and exit 69`() async throws {
            try await House.open { house in
                let port = try Program.run(["--data", ":memory:", "--port", "\(house.port)"])
                #expect(port.status == 69 && port.errors.contains("\(house.port)") && port.errors.split(separator: "\n").count == 1)
                let folder = try Program.run(["--data", house.folder, "--port", "0"])
                #expect(folder.status == 69 && folder.errors.contains(house.folder) && folder.errors.split(separator: "\n").count == 1)
                let restore = try Program.run(["restore", house.folder + "/x", "--data", house.folder])
                #expect(restore.status == 69 && restore.errors.split(separator: "\n").count == 1)
            }
        }

        @Test func `SIGTERM ends streams with a final chunk and the program with 0, and nothing is kept of :memory:`() throws {
            let program = try Program(["--data", ":memory:", "--port", "0", "--no-login"])
            let said = program.said("--no-login")
            let port = try #require(said.firstMatch(of: /127\.0\.0\.1:(\d+)/).flatMap { UInt16($0.1) })
            let connection = Connection(port)
            connection.send("GET /events HTTP/1.1\r\nHost: 127.0.0.1:\(port)\r\n\r\n")
            let reader = EventReader(connection)
            _ = reader.step()
            let clock = ContinuousClock()
            let begin = clock.now
            program.process.terminate()
            while reader.next() != nil {}
            #expect(reader.isComplete)
            #expect(program.end().status == 0)
            #expect(clock.now - begin < .seconds(5))
            #expect(!FileManager.default.fileExists(atPath: House.root + "/:memory:"))
        }

        @Test func `a backup, put back, brings everything and a new epoch`() async throws {
            try await House.open { house in
                let copy = house.folder + ".copy"
                defer { try? FileManager.default.removeItem(atPath: copy) }
                let id = try house.start(driver: "SAVED")
                let reader = try house.events("/activities/\(id)/events")
                _ = reader.step()
                let epoch = house.serving.center.epoch
                #expect(try Program.run(["backup", copy, "--data", house.folder]).status == 0)
                #expect(try Program.run(["backup", copy, "--data", house.folder]).status == 69, "a backup never replaces a file")
                _ = try house.post("/activities/\(id)/update", ["driverName": "LOST"])
                try await house.restart {
                    let end = try Program.run(["restore", copy, "--data", house.folder])
                    #expect(end.status == 0, "\(end.errors)")
                }
                #expect(house.serving.center.epoch != epoch)
                #expect(try house.get("/activities/\(id)", as: .nobody).text.contains("SAVED"))
                let resumed = try house.events("/activities/\(id)/events", as: .nobody, after: reader.lastEventID)
                #expect(resumed.step().map(\.name) == ["hello", "reset", "put"])
            }
        }

        @Test func `show all writes a line for each delivery`() throws {
            try withFolder { folder in
                let program = try Program(["--data", folder, "--port", "0", "--no-login", "--log-level", "debug"])
                let port = try #require(program.said("--no-login").firstMatch(of: /127\.0\.0\.1:(\d+)/).flatMap { UInt16($0.1) })
                func ask(_ line: String, body: String = "") -> Answer {
                    let connection = Connection(port)
                    connection.send(
                        "\(line) HTTP/1.1\r\nHost: 127.0.0.1:\(port)\r\nConnection: close\r\nContent-Type: application/x-www-form-urlencoded\r\nContent-Length: \(body.utf8.count)\r\n\r\n\(body)"
                    )
                    var answer = Answer(head: connection)
                    answer.readBody(connection)
                    return answer
                }
                let id = try #require(ask("POST /activities", body: "kind=pizza-delivery").location).dropFirst("/activities/".count)
                #expect(ask("GET /").status == 200)
                #expect(ask("GET /?kind=pizza-delivery").status == 200)
                program.process.terminate()
                let log = program.end().errors
                let line = "Pizza delivery details: \(id.prefix(8)) -> PizzaDeliveryAttributes(numberOfPizzas: 1, totalAmount: \"$99\")"
                #expect(log.components(separatedBy: line).count == 2)
                #expect(!log.contains(id), "a log carries no whole id")
            }
        }
    }
}
