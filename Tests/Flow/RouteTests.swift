import HTTP
import Routing
import Testing

@testable import islet

extension FlowTests {
    /// http.md, "Who may do what", for every route that there is.
    @Suite struct Routes {
        struct Row {
            let method: String
            let pattern: String
            let role: Role
            var query = ""
            init(_ method: String, _ pattern: String, _ role: Role, query: String = "") {
                self.method = method
                self.pattern = pattern
                self.role = role
                self.query = query
            }
            var name: String { "\(method) \(pattern) \(role)" }
            /// Refused with a status: whoever asks is a script, not a person who could log in.
            var isForScripts: Bool { pattern.hasSuffix("/events") || pattern.hasSuffix(".jsonl") || pattern.hasPrefix("/api") }
            /// A push's token speaks for itself, from wherever it comes.
            var isUnsafe: Bool { method != "GET" && !pattern.hasPrefix("/3/") }
            func path(_ id: String) -> String { (pattern + query).replacing("{id}", with: id) }
        }

        static let table = [
            Row("GET", "/", .watcher),
            Row("GET", "/activities/{id}", .link),
            Row("GET", "/activities/{id}/contact", .link),
            Row("GET", "/activities/{id}/embed", .link),
            Row("GET", "/activities/{id}/events", .link),
            Row("GET", "/activities/{id}/journey.svg", .link),
            Row("GET", "/activities/end", .operator, query: "?kind=pizza-delivery"),
            Row("GET", "/api/activities/{id}/events", .link),
            Row("GET", "/api/events", .operator),
            Row("DELETE", "/api/activities/{id}", .operator),
            Row("GET", "/api/activities", .watcher),
            Row("GET", "/api/activities/{id}", .link),
            Row("GET", "/api/activities/{id}/history", .operator),
            Row("GET", "/api/settings", .operator),
            Row("POST", "/api/activities", .operator),
            Row("POST", "/api/activities/{id}/dismiss", .operator),
            Row("POST", "/api/activities/{id}/end", .operator),
            Row("POST", "/api/activities/{id}/rotate-token", .operator),
            Row("PUT", "/api/activities/{id}/content", .operator),
            Row("PUT", "/api/settings", .operator),
            Row("GET", "/api/kinds", .anyone),
            Row("GET", "/events", .link, query: "?activity={id}"),
            Row("GET", "/healthz", .anyone),
            Row("GET", "/history", .watcher),
            Row("GET", "/history.jsonl", .watcher),
            Row("GET", "/login", .anyone),
            Row("GET", "/openapi.json", .anyone),
            Row("GET", "/pushes", .operator),
            Row("GET", "/readyz", .anyone),
            Row("GET", "/open", .anyone, query: "?url=web%2Bislet:activities/{id}"),
            Row("POST", "/3/device", .anyone),
            Row("POST", "/3/device/", .anyone),
            Row("POST", "/3/device/{token}", .anyone),
            Row("POST", "/activities", .operator),
            Row("POST", "/activities/end", .operator),
            Row("POST", "/activities/{id}/dismiss", .operator),
            Row("POST", "/activities/{id}/end", .operator),
            Row("POST", "/activities/{id}/update", .operator),
            Row("POST", "/login", .anyone),
            Row("POST", "/logout", .anyone),
            Row("POST", "/settings", .operator),
        ]

        enum Fate: Equatable { case passes, login, unauthorized, forbidden }

        @Test func `the table of who may do what names every route, and no other`() async throws {
            try await House.open { house in
                let served = house.serving.routes.map { "\($0.method.rawValue) \($0.pattern) \($0.role)" }
                #expect(served.sorted() == Self.table.map(\.name).sorted())
            }
        }

        private func fate(_ answer: Answer, _ row: Row) -> Fate {
            // The login's own form answers 401 to a token that opens nothing.
            if row.pattern == "/login", answer.status == 401, answer.text.contains("name=\"token\"") { return .passes }
            if answer.status == 401 { return answer.fields["WWW-Authenticate"]?.hasPrefix("Bearer") == true ? .unauthorized : .passes }
            if answer.status == 403 { return .forbidden }
            return answer.location?.hasPrefix("/login?next=") == true ? .login : .passes
        }

        private func expected(_ row: Row, _ role: Role, isScript: Bool) -> Fate {
            if row.role <= .link || role >= row.role { return .passes }
            if role >= .watcher { return .forbidden }
            return row.isForScripts || isScript ? .unauthorized : .login
        }

        private func walk(
            _ house: House, as visitor: House.Visitor = .nobody, _ fields: [String] = [], version: String = "HTTP/1.1",
            _ expected: (Row) -> Fate
        ) throws {
            for row in Self.table {
                let id = try house.start()
                let answer = try house.ask(
                    row.method, row.path(id), as: visitor, fields, body: row.isUnsafe ? "" : nil, version: version)
                #expect(answer.status > 0 && answer.status < 500, "\(row.name): \(answer.status)")
                #expect(fate(answer, row) == expected(row), "\(row.name) \(fields): \(answer.status)")
            }
        }

        @Test func `each route asks for its role, of scripts and of browsers`() async throws {
            try await House.open { house in
                try walk(house) { expected($0, .link, isScript: $0.isUnsafe) }
                try walk(house, ["Origin: http://127.0.0.1:\(house.port)"]) { expected($0, .link, isScript: false) }
                try walk(house, as: .watcher) { expected($0, .watcher, isScript: true) }
                try walk(house, as: .operator) { expected($0, .operator, isScript: true) }
                let watcher = try house.logIn(.watcher)
                // The walk itself logs out at its end; what comes after in the table must not depend on it.
                try walk(house, [watcher, house.origin]) { $0.pattern == "/settings" ? .login : expected($0, .watcher, isScript: false) }
                let cookie = try house.logIn(.operator)
                try walk(house, [cookie, house.origin]) { $0.pattern == "/settings" ? .login : expected($0, .operator, isScript: false) }
            }
        }

        @Test func `nothing that another site's page can send changes anything, or reads with the visitor's cookie`() async throws {
            try await House.open { house in
                let cookie = try house.logIn(.operator)
                for origin in ["https://evil.example", "null", "http://127.0.0.1:1", "http://localhost:\(house.port)"] {
                    try walk(house, [cookie, "Origin: \(origin)"]) {
                        $0.isUnsafe ? .forbidden : expected($0, .link, isScript: false)
                    }
                }
                for site in ["cross-site", "same-site", "none"] {
                    try walk(house, [cookie, "Sec-Fetch-Site: \(site)"]) { $0.isUnsafe ? .forbidden : .passes }
                }
                try walk(house, as: .operator, ["Origin: https://evil.example"]) { $0.isUnsafe ? .forbidden : .passes }
            }
        }

        @Test func `without login whoever comes directly is the operator, and whoever comes through a proxy is nobody`() async throws {
            try await House.open({ $0.noLogin = true }) { house in
                try walk(house) { _ in .passes }
                try walk(house, [house.origin]) { _ in .passes }
                for field in [
                    "Forwarded: for=1.2.3.4", "X-Forwarded-For: 1.2.3.4", "X-Forwarded-Proto: https", "Via: 1.1 proxy",
                    "X-Real-IP: 1.2.3.4", "Host: localhost:1", "Host: 127.0.0.1",
                ] {
                    try walk(house, [field]) { expected($0, .link, isScript: $0.isUnsafe) }
                }
                try walk(house, version: "HTTP/1.0") { expected($0, .link, isScript: $0.isUnsafe) }
                try walk(house, as: .operator, ["Via: 1.1 proxy"]) { _ in .passes }
            }
        }

        @Test func `a host that is not ours is refused on every route`() async throws {
            try await House.open { house in
                let id = try house.start()
                for row in Self.table {
                    let answer = try house.ask(
                        row.method, row.path(id), as: .operator, ["Host: rebound.example"], body: row.isUnsafe ? "" : nil)
                    #expect(answer.status == 421, "\(row.name)")
                }
            }
        }
    }
}
