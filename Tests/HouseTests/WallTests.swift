import Testing

/// Who may know whom.
struct WallTests {
    /// Our modules, and for each those it may import.
    static let rooms: [String: Set<String>] = [
        "HTTP": [], "Gzip": ["CZlib"], "Server": ["HTTP", "Gzip", "CEpoll"], "Mustache": [], "SQLite": ["CSQLite"], "Routing": ["HTTP"],
        "Activities": [], "Kinds": ["Activities"], "Store": ["Activities", "Routing", "SQLite"],
        "Answers": ["Activities", "HTTP"], "Dashboard": ["Activities", "Answers", "HTTP", "Mustache", "Routing"],
        "Gateway": ["Activities", "Answers", "HTTP", "Routing"],
        "islet": ["Activities", "Dashboard", "Gateway", "HTTP", "Kinds", "Mustache", "Routing", "Server", "Store"],
    ]
    static let ours = Set(rooms.keys).union(["CSQLite", "CZlib", "CEpoll"])

    struct Import {
        let room: String
        let module: String
        let line: SourceTree.Line
    }

    static let imports: [Import] = SourceTree.swift("Sources").compactMap { line in
        let words = line.code.split(separator: " ").map(String.init)
        guard let index = words.firstIndex(of: "import"), words[..<index].allSatisfy({ $0.hasPrefix("@") || accessLevels.contains($0) })
        else { return nil }
        let kinds = ["struct", "class", "enum", "protocol", "typealias", "func", "let", "var"]
        let rest = words[(index + 1)...].drop { kinds.contains($0) }
        guard let module = rest.first?.split(separator: ".").first else { return nil }
        return Import(room: String(line.file.split(separator: "/")[1]), module: String(module), line: line)
    }
    private static let accessLevels = ["public", "package", "internal", "fileprivate", "private"]

    @Test("the source tree is found")
    func tree() {
        #expect(Self.imports.count > 5)
        #expect(SourceTree.swift("Sources").count > 500)
    }

    @Test("every room under Sources has its walls here")
    func known() {
        let folders = Set(SourceTree.files(below: "Sources", endingWith: [".swift"]).map { String($0.split(separator: "/")[1]) })
        #expect(folders.subtracting(Self.rooms.keys) == [])
    }

    @Test("a room imports none of ours but those it may know; Activities none at all")
    func walls() {
        let offenders = Self.imports.filter { Self.ours.contains($0.module) && Self.rooms[$0.room]?.contains($0.module) != true }
        #expect(offenders.map(\.line.place) == [])
    }

    @Test("only islet imports Server, Store and Kinds")
    func joined() {
        let offenders = Self.imports.filter { ["Server", "Store", "Kinds"].contains($0.module) && $0.room != "islet" }
        #expect(offenders.map(\.line.place) == [])
    }

    @Test("each C library is imported in one place", arguments: [("CSQLite", "SQLite"), ("CZlib", "Gzip"), ("CEpoll", "Server")])
    func libraries(_ library: String, _ room: String) {
        #expect(Self.imports.filter { $0.module == library && $0.room != room }.map(\.line.place) == [])
    }

    @Test("HTTP knows no sockets, no clock and no queues")
    func pureHTTP() {
        let forbidden = ["Dispatch", "Glibc", "Musl", "Foundation", "FoundationNetworking"]
        #expect(Self.imports.filter { $0.room == "HTTP" && forbidden.contains($0.module) }.map(\.line.place) == [])
    }

    @Test("nobody speaks HTTP through Foundation")
    func noNetworking() {
        #expect(Self.imports.filter { $0.module == "FoundationNetworking" }.map(\.line.place) == [])
    }
}
