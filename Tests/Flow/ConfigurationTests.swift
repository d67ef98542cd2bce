import Foundation
import Testing

@testable import islet

/// Flags and their variables (http.md, "For whoever runs it").
@Suite struct ConfigurationTests {
    private func read(_ arguments: [String], _ environment: [String: String] = [:]) throws(UsageError) -> Configuration {
        try Configuration(arguments: arguments, environment: environment)
    }

    static let flags: [(flag: String, value: String, read: @Sendable (Configuration) -> String)] = [
        ("--host", "::1", { $0.host }), ("--port", "0", { "\($0.port)" }), ("--data", "d", { $0.data }),
        ("--public", "p", { $0.publicFolder }),
        ("--templates", "t", { $0.templates }), ("--base-url", "https://a.example", { $0.baseURL ?? "" }),
        ("--allow-host", "a.example", { $0.allowedHosts.joined() }), ("--trusted-proxy", "10.0.0.0/8", { $0.trustedProxies.joined() }),
        ("--operator-token-file", "o", { $0.operatorTokenFile ?? "" }), ("--watch-token-file", "w", { $0.watchTokenFile ?? "" }),
        ("--bundle-id", "com.example.shop", { $0.bundleID ?? "" }), ("--provider-secret-file", "s", { $0.providerSecretFile ?? "" }),
        ("--time-zone", "Europe/Berlin", { $0.timeZone ?? "" }), ("--max-activities", "7", { "\($0.maximumActivities)" }),
        ("--max-activities-per-kind", "6", { "\($0.maximumActivitiesPerKind)" }), ("--retention", "5", { "\($0.retention)" }),
        ("--log-level", "debug", { $0.logLevel.rawValue }),
    ]

    @Test func `every flag is read from the command line and from the environment, and the flag wins`() throws {
        #expect(Set(Option.all.map(\.flag)) == Set(Self.flags.map(\.flag) + ["--no-login"]))
        for (flag, value, field) in Self.flags {
            let variable = "ISLET_" + flag.dropFirst(2).uppercased().replacing("-", with: "_")
            #expect(field(try read([flag, value])) == value)
            #expect(field(try read([flag + "=" + value])) == value)
            #expect(field(try read([], [variable: value])) == value)
            #expect(Configuration.help.contains(flag) && Configuration.help.contains(variable))
        }
        #expect(try read(["--no-login"]).noLogin)
        #expect(try read([], ["ISLET_NO_LOGIN": "true"]).noLogin)
        #expect(try read(["--port", "1"], ["ISLET_PORT": "2"]).port == 1)
        #expect(try read(["serve"]).command == .serve)
        #expect(try read(["backup", "f"]).command == .backup(file: "f"))
    }

    @Test func `what is no value is refused in one line that names the flag`() {
        for (flag, value) in [
            ("--port", "65536"), ("--port", "-1"), ("--port", "x"), ("--time-zone", "Nowhere/Town"), ("--max-activities", "0"),
            ("--max-activities-per-kind", "-3"),
            ("--retention", "0"), ("--retention", "3651"), ("--log-level", "loud"), ("--base-url", "ftp://x"),
            ("--base-url", "https://x/path"), ("--host", ""), ("--provider-secret-file", ""),
            ("--bundle-id", ""), ("--bundle-id", "com.example.shop.push-type.liveactivity"), ("--bundle-id", "a b"),
        ] {
            let error = #expect(throws: UsageError.self) { try read([flag, value]) }
            #expect(error?.message.contains(flag) == true && error?.message.contains("\n") == false)
        }
        for arguments in [
            ["--nothing"], ["--port"], ["--no-login=yes"], ["fly"], ["backup"], ["backup", "a", "b"], ["restore"], ["serve", "x"],
        ] {
            #expect(throws: UsageError.self) { try read(arguments) }
        }
        #expect(throws: UsageError.self) { try read([], ["ISLET_PORT": "x"]) }
    }

    @Test func `values that do not fit together are refused before anything is touched`() throws {
        for arguments in [
            ["--no-login", "--host", "0.0.0.0"], ["--no-login", "--host", "192.168.1.1"],
            ["--no-login", "--base-url", "https://a.example"],
            ["--trusted-proxy", "10.0.0.0/40"], ["--trusted-proxy", "x"], ["--allow-host", "a b"], ["--base-url", "https://a b"],
        ] {
            #expect(throws: UsageError.self, "\(arguments)") { try read(arguments).check() }
        }
        for arguments in [["--no-login", "--host", "::1"], ["--no-login", "--host", "127.0.0.2"], ["--trusted-proxy", "10.0.0.0/8"]] {
            #expect(throws: Never.self) { try read(arguments).check() }
        }
    }
}
