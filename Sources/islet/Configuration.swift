import Foundation

/// What the command line and the environment say; a flag wins over `ISLET_…` (http.md, "For whoever runs it").
struct Configuration: Sendable, Equatable {
    enum Command: Sendable, Equatable {
        case serve
        case backup(file: String)
        case restore(file: String)
        case help
        case version
    }

    var command = Command.serve
    var host = "127.0.0.1"
    /// 0 lets the system pick one.
    var port = 8080
    /// A folder, or `:memory:`, which keeps nothing.
    var data = "./data"
    var publicFolder = "Public"
    var templates = "templates"
    /// `https://example.org`, without a trailing slash; nil: links work only here.
    var baseURL: String?
    var allowedHosts: [String] = []
    var trustedProxies: [String] = []
    var noLogin = false
    var operatorTokenFile: String?
    var watchTokenFile: String?
    /// Whose `apns-topic` alone passes; nil: any.
    var bundleID: String?
    var providerSecretFile: String?
    var timeZone: String?
    var maximumActivities = 100_000
    var maximumActivitiesPerKind = 100_000
    /// Days for which past activities are kept.
    var retention = 30
    var logLevel = LogLevelName.info

    var keepsNothing: Bool { data == ":memory:" }

    enum LogLevelName: String, Sendable, CaseIterable { case debug, info, warning, error }
}

/// A command line that cannot be followed, in one line for whoever typed it.
struct UsageError: Error, Equatable {
    let message: String
    init(_ message: String) { self.message = message }
}

extension Configuration {
    /// Reads the environment first, then the arguments (without the program's name). Throws `UsageError`.
    init(arguments: [String], environment: [String: String]) throws(UsageError) {
        self.init()
        for option in Option.all {
            guard let text = environment[option.variable] else { continue }
            try option.apply(&self, text, "\(option.variable)")
        }
        try read(arguments)
    }

    private mutating func read(_ arguments: [String]) throws(UsageError) {
        var rest = arguments[...]
        var words: [String] = []
        while let argument = rest.popFirst() {
            guard argument.hasPrefix("-") else {
                words.append(argument)
                continue
            }
            if argument == "--help" || argument == "-h" {
                command = .help
                return
            }
            if argument == "--version" {
                command = .version
                return
            }
            let parts = argument.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
            guard let option = Option.all.first(where: { $0.flag == parts[0] }) else {
                throw UsageError("there is no flag \(parts[0]); islet --help lists them")
            }
            if option.isSwitch {
                guard parts.count == 1 else { throw UsageError("\(option.flag) takes no value") }
                try option.apply(&self, "true", option.flag)
            } else if parts.count == 2 {
                try option.apply(&self, parts[1], option.flag)
            } else if let value = rest.popFirst() {
                try option.apply(&self, value, option.flag)
            } else {
                throw UsageError("\(option.flag) needs a value: \(option.placeholder)")
            }
        }
        command = try Self.command(words)
    }

    private static func command(_ words: [String]) throws(UsageError) -> Command {
        switch (words.first, words.count) {
        case (nil, _), ("serve", 1): return .serve
        case ("backup", 2): return .backup(file: words[1])
        case ("restore", 2): return .restore(file: words[1])
        case ("backup", _), ("restore", _): throw UsageError("islet \(words[0]) needs one file: islet \(words[0]) FILE")
        default: throw UsageError("there is no command \(words[0]); the commands are serve, backup FILE, restore FILE")
        }
    }
}
