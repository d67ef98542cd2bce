import Foundation
import Gateway

/// One flag and its variable in the environment.
struct Option: Sendable {
    let flag: String
    let placeholder: String
    let explanation: String
    let isSwitch: Bool
    private let set: @Sendable (inout Configuration, String) -> Bool

    /// `--time-zone` is `ISLET_TIME_ZONE`.
    var variable: String { "ISLET_" + flag.dropFirst(2).uppercased().replacingOccurrences(of: "-", with: "_") }

    private init(
        _ flag: String, _ placeholder: String, _ explanation: String, isSwitch: Bool = false,
        set: @escaping @Sendable (inout Configuration, String) -> Bool
    ) {
        self.flag = flag
        self.placeholder = placeholder
        self.explanation = explanation
        self.isSwitch = isSwitch
        self.set = set
    }

    /// Throws `UsageError` where `text` is no value of this option; `origin` names the flag or variable it came from.
    func apply(_ configuration: inout Configuration, _ text: String, _ origin: String) throws(UsageError) {
        guard set(&configuration, text) else {
            throw UsageError("\(origin) takes \(placeholder), not \u{201C}\(text)\u{201D}")
        }
    }

    static let all: [Option] = [
        Option("--host", "ADDRESS", "the address to listen on (127.0.0.1)") { $0.host = $1; return !$1.isEmpty },
        Option("--port", "a port from 0 to 65535", "the port; 0 picks one (8080)") { $0.port = Int($1) ?? -1; return (0...65_535).contains($0.port) },
        Option("--data", "DIR", "where everything is kept; :memory: keeps nothing (./data)") { $0.data = $1; return !$1.isEmpty },
        Option("--public", "DIR", "static files (Public)") { $0.publicFolder = $1; return !$1.isEmpty },
        Option("--templates", "DIR", "templates (templates)") { $0.templates = $1; return !$1.isEmpty },
        Option("--base-url", "http(s)://HOST[:PORT]", "the address that people see, for absolute links") { setBaseURL(&$0, $1) },
        Option("--allow-host", "HOST", "one more name that requests may be for; repeatable") { $0.allowedHosts += list($1); return !$1.isEmpty },
        Option("--trusted-proxy", "CIDR", "a proxy whose X-Forwarded-For is believed; repeatable") { $0.trustedProxies += list($1); return !$1.isEmpty },
        Option("--no-login", "true or false", "whoever reaches the port is the operator; loopback only", isSwitch: true) { setNoLogin(&$0, $1) },
        Option("--operator-token-file", "FILE", "holds the operator's token (DIR/operator-token)") { $0.operatorTokenFile = $1; return !$1.isEmpty },
        Option("--watch-token-file", "FILE", "holds the watch token (DIR/watch-token)") { $0.watchTokenFile = $1; return !$1.isEmpty },
        Option("--bundle-id", "a bundle id such as com.example.shop", "the app whose topic pushes must name (any)") { setBundleID(&$0, $1) },
        Option("--provider-secret-file", "FILE", "holds the secret that pushes must bring along (none)") { $0.providerSecretFile = $1; return !$1.isEmpty },
        Option("--time-zone", "an IANA zone such as Europe/Berlin", "the zone in which times are written") { $0.timeZone = $1; return TimeZone(identifier: $1) != nil },
        Option("--max-activities", "a number from 1", "how many may run (100000)") { $0.maximumActivities = Int($1) ?? 0; return $0.maximumActivities > 0 },
        Option("--max-activities-per-kind", "a number from 1", "how many of one kind (100000)") { $0.maximumActivitiesPerKind = Int($1) ?? 0; return $0.maximumActivitiesPerKind > 0 },
        Option("--retention", "days from 1 to 3650", "how long past activities are kept (30)") { $0.retention = Int($1) ?? 0; return (1...3_650).contains($0.retention) },
        Option("--log-level", "debug, info, warning or error", "how much is logged (info)") { setLogLevel(&$0, $1) },
    ]

    private static func list(_ text: String) -> [String] {
        text.split(separator: ",").map { $0.trimmingCharacters(in: .whitespaces) }
    }

    private static func setBundleID(_ configuration: inout Configuration, _ text: String) -> Bool {
        configuration.bundleID = text
        return PushConfiguration.isBundleID(text)
    }

    private static func setNoLogin(_ configuration: inout Configuration, _ text: String) -> Bool {
        configuration.noLogin = text == "true" || text == "1"
        return ["true", "false", "1", "0"].contains(text)
    }

    private static func setLogLevel(_ configuration: inout Configuration, _ text: String) -> Bool {
        guard let level = Configuration.LogLevelName(rawValue: text) else { return false }
        configuration.logLevel = level
        return true
    }

    /// Scheme and authority only: a path would have to be stripped from every request.
    private static func setBaseURL(_ configuration: inout Configuration, _ text: String) -> Bool {
        let trimmed = text.hasSuffix("/") ? String(text.dropLast()) : text
        guard let scheme = ["http://", "https://"].first(where: { trimmed.hasPrefix($0) }) else { return false }
        let authority = trimmed.dropFirst(scheme.count)
        guard !authority.isEmpty, !authority.contains(where: { "/?#@ ".contains($0) }) else { return false }
        configuration.baseURL = trimmed
        return true
    }
}

extension Configuration {
    /// What `islet --help` prints.
    static var help: String {
        let options = Option.all.map { option in
            let left = option.isSwitch ? option.flag : "\(option.flag) \(option.placeholder)"
            return "  \(left)\n      \(option.explanation); \(option.variable)"
        }
        return """
            Islet: Live Activities for every browser.

            islet [serve]        serve until SIGTERM
            islet backup FILE    copy the store, also beside a running server
            islet restore FILE   put a copy back in place; no server may be running on it

            \(options.joined(separator: "\n"))
              --help, --version
            """
    }
}
