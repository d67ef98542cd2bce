import Foundation
import Glibc
import Server
import Store

/// The binary: reads what was asked for, does it, and ends with a status that scripts can tell apart.
@main
enum Islet {
    static let version = "0.1.0"

    /// sysexits.h: a wrong flag or value; something needed cannot be had (a port, a folder).
    enum Exit { static let usage: Int32 = 64, unavailable: Int32 = 69 }

    static func main() async {
        do {
            let configuration = try Configuration(arguments: Array(CommandLine.arguments.dropFirst()), environment: ProcessInfo.processInfo.environment)
            try await run(configuration)
        } catch let error as UsageError {
            end("islet: \(error.message)", status: Exit.usage)
        } catch ServerError.badHost(let host) {
            end("islet: --host takes a numeric address, not \u{201C}\(host)\u{201D}", status: Exit.usage)
        } catch {
            end("islet: \(error)", status: Exit.unavailable)
        }
    }

    private static func run(_ configuration: Configuration) async throws {
        switch configuration.command {
        case .help: print(Configuration.help)
        case .version: print("islet \(version)")
        case .serve: try await Serving(configuration).untilTerminated()
        case .backup where configuration.keepsNothing, .restore where configuration.keepsNothing:
            throw UsageError("--data :memory: keeps nothing: there is no store to copy or to put back")
        case .backup(let file):
            try Store.backup(folder: configuration.data, to: file)
            print("The store is copied to \(file).")
        case .restore(let file):
            try Store.restore(from: file, into: DataFolder(configuration.data))
            print("The store of \(configuration.data) is now the one in \(file); everybody has to log in again.")
        }
    }

    private static func end(_ line: String, status: Int32) -> Never {
        FileHandle.standardError.write(Data((line + "\n").utf8))
        exit(status)
    }
}
