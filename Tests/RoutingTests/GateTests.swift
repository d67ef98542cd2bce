import HTTP
import Routing
import Testing

/// Who comes, as the fields that they bring.
enum Visitor: String, CaseIterable, Sendable {
    case nobody, watchBearer, operatorBearer, wrongBearer, basic, watchSession, operatorSession, junkSession

    func fields(_ house: House) async -> Fields {
        switch self {
        case .nobody: [:]
        case .watchBearer: ["Authorization": "Bearer \(House.watchToken)"]
        case .operatorBearer: ["Authorization": "bearer \(House.operatorToken)"]
        case .wrongBearer: ["Authorization": "Bearer no"]
        case .basic: ["Authorization": "Basic YTpi"]
        case .watchSession: ["Cookie": "a=b; \(await house.cookie(House.watchToken))"]
        case .operatorSession: ["Cookie": await house.cookie()]
        case .junkSession: ["Cookie": "islet-8080=\(String(repeating: "0", count: 64)); islet-8080=x"]
        }
    }
}

struct Row: Sendable, CustomTestStringConvertible {
    let path: String
    /// One status per visitor, in their order.
    let statuses: [Int]
    var testDescription: String { path }
    init(_ path: String, _ statuses: Int...) {
        self.path = path
        self.statuses = statuses
    }
}

@Suite struct GateTests {
    @Test(
        "who reads what",
        arguments: [
            //                     nobody watchB operB wrong basic watchS operS junk
            Row("/", 303, 403, 200, 401, 401, 403, 200, 303),
            Row("/lock-screen", 303, 200, 200, 401, 401, 200, 200, 303),
            Row("/previews", 200, 200, 200, 401, 200, 200, 200, 200),
            Row("/activities/1", 200, 200, 200, 401, 200, 200, 200, 200),
            Row("/events?activity=1", 200, 200, 200, 401, 200, 200, 200, 200),
            Row("/events?page=dashboard", 401, 200, 200, 401, 401, 200, 200, 401),
            Row("/api/events", 401, 403, 200, 401, 401, 403, 200, 401),
            Row("/api/activities", 401, 200, 200, 401, 401, 200, 200, 401),
            Row("/api/activities/1", 200, 200, 200, 401, 200, 200, 200, 200),
            Row("/api/kinds", 200, 200, 200, 401, 200, 200, 200, 200),
        ])
    func reads(_ row: Row) async throws {
        let house = try House()
        for (visitor, status) in zip(Visitor.allCases, row.statuses) {
            let response = await house.ask(Request.get(row.path).with(await visitor.fields(house)))
            #expect(response.status.code == status, "\(visitor) at \(row.path)")
            if status == 401 { #expect(response.fields["WWW-Authenticate"] == "Bearer") }
        }
        #expect(row.statuses.count == Visitor.allCases.count)
    }

    /// What a browser or a script says about where its request comes from.
    static let own: Fields = ["Host": "localhost:8080", "Origin": "http://localhost:8080"]
    static let site: Fields = ["Host": "localhost:8080", "Sec-Fetch-Site": "same-origin"]
    static let script: Fields = ["Host": "localhost:8080"]

    @Test(
        "who changes what, and from where",
        arguments: [
            ("own", own, [303, 403, 200, 401, 401, 403, 200, 303]),
            ("same-origin", site, [303, 403, 200, 401, 401, 403, 200, 303]),
            ("script", script, [401, 403, 200, 401, 401, 401, 401, 401]),
            ("cross-site", ["Host": "localhost:8080", "Origin": "https://evil.example"], [Int](repeating: 403, count: 8)),
            ("other port", ["Host": "localhost:8080", "Origin": "http://localhost:8081"], [Int](repeating: 403, count: 8)),
            ("other scheme", ["Host": "localhost:8080", "Origin": "https://localhost:8080"], [Int](repeating: 403, count: 8)),
            ("null", ["Host": "localhost:8080", "Origin": "null"], [Int](repeating: 403, count: 8)),
            (
                "null beside same-origin", ["Host": "localhost:8080", "Origin": "null", "Sec-Fetch-Site": "same-origin"],
                [Int](repeating: 403, count: 8)
            ),
            ("same-site", ["Host": "localhost:8080", "Sec-Fetch-Site": "same-site"], [Int](repeating: 403, count: 8)),
            ("none", ["Host": "localhost:8080", "Sec-Fetch-Site": "none"], [Int](repeating: 403, count: 8)),
        ] as [(String, Fields, [Int])])
    func changes(_ name: String, _ fields: Fields, _ statuses: [Int]) async throws {
        let house = try House()
        for (visitor, status) in zip(Visitor.allCases, statuses) {
            let response = await house.ask(Request.post("/activities", fields).with(await visitor.fields(house)))
            #expect(response.status.code == status, "\(visitor) from \(name)")
        }
    }

    @Test("an API tells nobody 401, never a redirect, and takes JSON only")
    func api() async throws {
        let house = try House()
        #expect(await house.ask(.post("/api/activities", Self.own)).status == .unauthorized)
        let mine = Self.script.merged(["Authorization": "Bearer \(House.operatorToken)"])
        #expect(await house.ask(.post("/api/activities", mine, body: "{}")).status == .unsupportedMediaType)
        #expect(
            await house.ask(.post("/api/activities", mine.merged(["Content-Type": "text/plain"]), body: "{}")).status
                == .unsupportedMediaType)
        let json = mine.merged(["Content-Type": "Application/JSON; charset=utf-8"])
        #expect(await house.ask(.post("/api/activities", json, body: "{}")).status == .ok)
        #expect(await house.ask(.post("/api/activities", mine)).status == .ok)
    }

    @Test("a push is asked for no login, origin or known bearer, but for our host")
    func push() async throws {
        let house = try House()
        let foreign: Fields = ["Host": "10.0.0.1", "Origin": "null", "Authorization": "bearer a.jwt.here"]
        #expect(await house.ask(.post("/3/device/0a", foreign, body: "{}")).status == .ok)
        #expect(await house.ask(.post("/3/device/0a", ["Host": "evil.example"], body: "{}")).status == .misdirectedRequest)
    }

    @Test(
        "a host that is not ours is 421, whatever is asked",
        arguments: [
            ("localhost", true), ("LOCALHOST:1", true), ("localhost.", true), ("127.0.0.1:8080", true), ("192.168.1.7", true),
            ("[::1]:8080", true),
            ("[fe80::1]", true), ("[::ffff:127.0.0.1]", true), ("kitchen:8080", true), ("islet.example", true), ("wall.example:99", true),
            ("one.example:81", true), ("one.example", false), ("one.example:82", false), ("evil.example", false),
            ("localhost.evil.example", false),
            ("evil-localhost", false), ("127.0.0.1.evil.example", false), ("127.0.0.1@evil.example", false), ("2130706433", false),
            ("0x7f.1", false),
            ("127.0.0.01", false), ("127.0.0.256", false), ("[::1", false), ("[::1]x", false), ("[1::2::3]", false),
            ("[fe80::1%25eth0]", false),
            ("[1:2:3:4:5:6:7:8:9]", false), ("[1:2:3:4:5:6:7::8]", false), ("localhost:99999", false), ("localhost:8a", false), ("", false),
        ])
    func hosts(_ host: String, _ isOurs: Bool) async throws {
        let house = try House(baseURL: "https://islet.example", allowHosts: ["wall.example", "one.example:81"])
        for path in ["/previews", "/nothing", "/3/device/a"] {
            let status = await house.ask(.get(path, ["Host": host])).status
            #expect((status != .misdirectedRequest) == isOurs)
        }
    }

    @Test("an absolute target's authority wins over Host")
    func absoluteForm() async throws {
        let house = try House(noLogin: true)
        var request = Request.get("/", ["Host": "localhost:8080"])
        request.target.authority = "evil.example"
        #expect(await house.ask(request).status == .misdirectedRequest)
        request.target.authority = "10.0.0.1:8080"
        #expect(await house.ask(request).status == .seeOther)
        request.fields["Host"] = "evil.example"
        request.target.authority = "[::1]:8080"
        #expect(await house.ask(request).status == .ok)
    }

    @Test(
        "without login whoever reaches the server is the operator, but not what came through a proxy",
        arguments: [
            (["Host": "localhost:8080"], .http1_1, "operator"),
            (["Host": "127.0.0.1:8080"], .http1_1, "operator"),
            (["Host": "127.9.9.9:8080"], .http1_1, "operator"),
            (["Host": "[::1]:8080"], .http1_1, "operator"),
            (["Host": "[0:0:0:0:0:0:0:1]:8080"], .http1_1, "operator"),
            (["Host": "127.0.0.1:8080"], .http1_0, "anyone"),
            ([:], .http1_0, "anyone"),
            (["Host": "localhost"], .http1_1, "anyone"),
            (["Host": "localhost:8081"], .http1_1, "anyone"),
            (["Host": "192.168.1.7:8080"], .http1_1, "anyone"),
            (["Host": "[::2]:8080"], .http1_1, "anyone"),
            (["Host": "kitchen:8080"], .http1_1, "anyone"),
            (["Host": "localhost:8080", "Forwarded": "for=1.2.3.4"], .http1_1, "anyone"),
            (["Host": "localhost:8080", "X-Forwarded-For": "1.2.3.4"], .http1_1, "anyone"),
            (["Host": "localhost:8080", "x-forwarded-anything": ""], .http1_1, "anyone"),
            (["Host": "localhost:8080", "Via": "1.1 caddy"], .http1_1, "anyone"),
            (["Host": "localhost:8080", "X-Real-IP": "1.2.3.4"], .http1_1, "anyone"),
        ] as [(Fields, Request.Version, String)])
    func noLogin(_ fields: Fields, _ version: Request.Version, _ who: String) async throws {
        let house = try House(noLogin: true)
        #expect(await house.ask(.get("/previews", fields, version: version)).fields["Who"] == who)
        let dashboard = await house.ask(.get("/", fields, version: version))
        #expect(dashboard.status == (who == "operator" ? .ok : .seeOther))
        let script = await house.ask(.post("/activities", fields, version: version))
        #expect(script.status == (who == "operator" ? .ok : .unauthorized))
    }

    @Test("a bare proxy_pass gets anyone's part only, and a login through it works")
    func bareProxy() async throws {
        let house = try House(noLogin: true)
        let bare: Fields = ["Host": "127.0.0.1:8080", "Connection": "close"]
        let refused = await house.ask(.get("/?q=1", bare, version: .http1_0))
        #expect(refused.fields["Location"] == "/login?next=%2F%3Fq%3D1")
        #expect(await house.ask(.get("/activities/1", bare, version: .http1_0)).fields["Who"] == "link")
        #expect(
            await house.ask(.post("/activities", bare.merged(["Origin": "http://127.0.0.1:8080"]), version: .http1_0)).status == .seeOther)
        #expect(
            await house.ask(.post("/activities", bare.merged(["Origin": "http://shop.example"]), version: .http1_0)).status == .forbidden)
        let token = bare.merged(["Authorization": "Bearer \(House.operatorToken)"])
        #expect(await house.ask(.get("/", token, version: .http1_0)).status == .ok)
        let cookie = await house.cookie()
        #expect(await house.ask(.get("/", bare.merged(["Cookie": cookie]), version: .http1_0)).status == .ok)
    }

    @Test("without login another site can neither change anything nor read more than a link shows")
    func noLoginForeign() async throws {
        let house = try House(noLogin: true)
        let evil: Fields = ["Host": "localhost:8080", "Origin": "https://evil.example"]
        #expect(await house.ask(.post("/activities", evil)).status == .forbidden)
        #expect(await house.ask(.get("/events?page=dashboard", evil)).status == .unauthorized)
        #expect(await house.ask(.get("/api/activities/1", evil)).fields["Who"] == "link")
        #expect(await house.ask(.get("/api/activities/1", Self.own)).fields["Who"] == "operator")
        #expect(await house.ask(.get("/api/activities/1", evil.merged(["Origin": "null"]))).fields["Who"] == "link")
    }

    @Test("ours is the base URL, and on its host nothing else")
    func baseURL() async throws {
        let house = try House(baseURL: "https://islet.example/")
        func post(_ host: String, _ origin: String) async -> Status {
            await house.ask(.post("/activities", ["Host": host, "Origin": origin, "Authorization": "Bearer \(House.operatorToken)"])).status
        }
        #expect(await post("islet.example", "https://islet.example") == .ok)
        #expect(await post("127.0.0.1:8080", "https://islet.example") == .ok)
        #expect(await post("islet.example", "https://islet.example:443") == .ok)
        #expect(await post("islet.example", "http://islet.example") == .forbidden)
        #expect(await post("islet.example:8080", "http://islet.example:8080") == .forbidden)
        #expect(await post("192.168.1.7:8080", "http://192.168.1.7:8080") == .ok)
        #expect(await post("192.168.1.7:80", "http://192.168.1.7") == .ok)
    }

    @Test("a second bearer, or one beside a session, decides")
    func bearers() async throws {
        let house = try House()
        var two = Request.get("/")
        two.fields.append("Authorization", "Bearer \(House.operatorToken)")
        two.fields.append("Authorization", "Bearer \(House.operatorToken)")
        #expect(await house.ask(two).status == .unauthorized)
        let cookie = await house.cookie()
        #expect(
            await house.ask(.get("/", ["Host": "localhost", "Cookie": cookie, "Authorization": "Bearer \(House.watchToken)"])).status
                == .forbidden)
        #expect(await house.ask(.get("/previews", ["Host": "localhost", "Authorization": "Bearer"])).status == .unauthorized)
    }

    @Test("no empty token opens anything")
    func emptyToken() {
        #expect(Tokens(operator: "", watch: "").role(of: "") == nil)
    }

    @Test("no-login is refused beyond loopback and beside a base URL")
    func validation() throws {
        let free = try AccessConfiguration(noLogin: true, port: 1, machineName: "m")
        for host in ["127.0.0.1", "::1", "[::1]", "localhost", "127.0.0.2"] { try free.validate(listeningOn: host) }
        for host in ["0.0.0.0", "::", "192.168.1.1", "m", ""] {
            #expect(throws: AccessConfigurationError.noLoginBeyondLoopback(host)) { try free.validate(listeningOn: host) }
        }
        let both = try AccessConfiguration(noLogin: true, baseURL: "https://a.example", port: 1, machineName: "m")
        #expect(throws: AccessConfigurationError.noLoginWithBaseURL) { try both.validate(listeningOn: "::1") }
        for url in ["a.example", "ftp://a", "https://", "https://a/b", "https://u@a", "https://a?b"] {
            #expect(throws: AccessConfigurationError.notABaseURL(url)) { try AccessConfiguration(baseURL: url, port: 1, machineName: "m") }
        }
        #expect(throws: AccessConfigurationError.notAHost("a/b")) {
            try AccessConfiguration(allowHosts: ["a/b"], port: 1, machineName: "m")
        }
    }
}

extension Fields {
    func merged(_ others: Fields) -> Fields {
        var fields = self
        for field in others.all { fields[field.name] = field.value }
        return fields
    }
}
