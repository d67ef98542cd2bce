// swift-tools-version: 6.0
import PackageDescription

/// Every target of ours: Swift 6 mode is the tools version's default, a warning is an error,
/// and a member is visible only where its module is imported.
let strict: [SwiftSetting] = [
    .enableUpcomingFeature("MemberImportVisibility"),
    .enableUpcomingFeature("ExistentialAny"),
    .unsafeFlags(["-warnings-as-errors"]),
]

/// The walls of the house: a target may know what stands in its list and nothing else
/// (`swift build --explicit-target-dependency-import-check error` holds it).
func room(_ name: String, knows others: [String] = []) -> Target {
    .target(name: name, dependencies: others.map { .byName(name: $0) }, swiftSettings: strict)
}

func tests(_ name: String, knows others: [String]) -> Target {
    .testTarget(name: name, dependencies: others.map { .byName(name: $0) }, swiftSettings: strict)
}

let package = Package(
    name: "islet",
    products: [.executable(name: "islet", targets: ["islet"])],
    targets: [
        // C, in one place each.
        .systemLibrary(name: "CSQLite", providers: [.apt(["libsqlite3-dev"])]),
        .systemLibrary(name: "CZlib", providers: [.apt(["zlib1g-dev"])]),
        .systemLibrary(name: "CEpoll"),

        // Bytes, templates, storage: none of them knows what an activity is.
        room("HTTP"),
        room("Gzip", knows: ["CZlib"]),
        room("Server", knows: ["HTTP", "Gzip", "CEpoll"]),
        room("Mustache"),
        room("SQLite", knows: ["CSQLite"]),
        room("Routing", knows: ["HTTP"]),

        // The domain knows nobody.
        room("Activities"),
        room("Kinds", knows: ["Activities"]),
        room("Store", knows: ["Activities", "Routing", "SQLite"]),

        // What people and programs meet.
        room("Answers", knows: ["Activities", "HTTP"]),
        room("Dashboard", knows: ["Activities", "Answers", "HTTP", "Mustache", "Routing"]),
        room("Gateway", knows: ["Activities", "Answers", "HTTP", "Routing"]),

        // The only one that joins them.
        .executableTarget(
            name: "islet",
            dependencies: ["Activities", "Dashboard", "Gateway", "HTTP", "Kinds", "Mustache", "Routing", "Server", "Store"],
            swiftSettings: strict
        ),

        tests("HTTPTests", knows: ["HTTP"]),
        tests("GzipTests", knows: ["Gzip", "CZlib"]),
        tests("ServerTests", knows: ["Server", "HTTP", "Gzip"]),
        tests("MustacheTests", knows: ["Mustache"]),
        tests("SQLiteTests", knows: ["SQLite"]),
        tests("RoutingTests", knows: ["Routing", "HTTP"]),
        tests("ActivitiesTests", knows: ["Activities", "Kinds"]),
        tests("KindsTests", knows: ["Activities", "Kinds"]),
        tests("StoreTests", knows: ["Activities", "Kinds", "Routing", "SQLite", "Store"]),
        tests("DashboardTests", knows: ["Activities", "Answers", "Dashboard", "HTTP", "Kinds", "Mustache", "Routing"]),
        tests("GatewayTests", knows: ["Activities", "Answers", "Gateway", "HTTP", "Kinds", "Routing", "Store"]),
        tests("HouseTests", knows: []),
        tests("Flow", knows: ["islet", "Activities", "HTTP", "Routing"]),
    ]
)
