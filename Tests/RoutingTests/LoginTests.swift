import Foundation
import HTTP
import Synchronization
import Testing

@testable import Routing

@Suite struct LoginTests {
    static let own: Fields = ["Host": "localhost:8080", "Origin": "http://localhost:8080"]

    @Test("a token opens a session of its role and goes on")
    func token() async throws {
        let house = try House()
        let response = await house.ask(.post("/login", Self.own, body: "token=+\(House.watchToken)%0D%0A&next=%2Flock-screen%3Fa%3D1"))
        #expect(response.status == .seeOther && response.fields["Location"] == "/lock-screen?a=1")
        let cookie = try #require(response.fields["Set-Cookie"])
        #expect(cookie.hasPrefix("islet-8080="))
        #expect(cookie.hasSuffix("; Path=/; Max-Age=2592000; HttpOnly; SameSite=Lax"))
        let seen = await house.ask(.get("/lock-screen", ["Host": "localhost:8080", "Cookie": String(cookie.prefix { $0 != ";" })]))
        #expect(seen.fields["Who"] == "watcher" && seen.fields["Tag"]?.count == 64)
    }

    @Test("on https the cookie is bound to its host, and only that one is believed there")
    func secureCookie() async throws {
        let house = try House(baseURL: "https://islet.example")
        let cookie = await house.cookie(fields: ["Host": "islet.example", "Origin": "https://islet.example"])
        #expect(cookie.hasPrefix("__Host-islet="))
        #expect(await house.ask(.get("/", ["Host": "islet.example", "Cookie": cookie])).status == .ok)
        let planted = cookie.replacingOccurrences(of: "__Host-islet", with: "islet-8080")
        #expect(await house.ask(.get("/", ["Host": "islet.example", "Cookie": planted])).status == .seeOther)
        let near = await house.cookie(fields: ["Host": "192.168.1.7:8080", "Origin": "http://192.168.1.7:8080"])
        #expect(near.hasPrefix("islet-8080="))
        #expect(await house.ask(.get("/", ["Host": "192.168.1.7:8080", "Cookie": near])).status == .ok)
        let full = await house.ask(
            .post("/login", ["Host": "islet.example", "Origin": "https://islet.example"], body: "token=\(House.operatorToken)"))
        #expect(full.fields["Set-Cookie"]?.hasSuffix("; HttpOnly; Secure; SameSite=Lax") == true)
    }

    @Test("only the digest of a cookie is stored")
    func digest() async throws {
        let store = MemorySessions()
        let house = try House(store: store)
        let secret = String(await house.cookie().dropFirst("islet-8080=".count))
        #expect(store.session(hash: secret) == nil)
        #expect(store.session(hash: hex(SHA256.hash(secret.utf8)))?.role == .operator)
    }

    @Test("logout ends the session, its streams and its cookie; another site cannot log anybody out")
    func logout() async throws {
        let house = try House()
        let mine = Self.own.merged(["Cookie": await house.cookie()])
        #expect(await house.ask(.post("/logout", mine.merged(["Origin": "https://evil.example"]))).status == .forbidden)
        let tag = await house.ask(.get("/", mine)).fields["Tag"]
        let response = await house.ask(.post("/logout", mine))
        #expect(response.status == .seeOther && response.fields["Set-Cookie"]?.contains("Max-Age=0") == true)
        #expect(house.endings.all == [try #require(tag)])
        #expect(await house.ask(.get("/", mine)).status == .seeOther)
        #expect(await house.ask(.post("/logout", Self.own)).fields["Set-Cookie"] == nil)
    }

    @Test("a session lasts 30 days after its last use, and is prolonged at most daily")
    func expiry() async throws {
        let house = try House()
        let mine: Fields = ["Host": "localhost:8080", "Cookie": await house.cookie()]
        house.time.advance(86399)
        #expect(await house.ask(.get("/", mine)).fields["Set-Cookie"] == nil)
        house.time.advance(1)
        #expect(await house.ask(.get("/", mine)).fields["Set-Cookie"]?.contains("Max-Age=2592000") == true)
        house.time.advance(30 * 86400 - 1)
        #expect(await house.ask(.get("/", mine)).status == .ok)
        house.time.advance(30 * 86400)
        #expect(await house.ask(.get("/", mine)).status == .seeOther)
    }

    @Test("a login from the same browser ends the session before it")
    func again() async throws {
        let house = try House()
        let first = await house.cookie()
        _ = await house.cookie(fields: Self.own.merged(["Cookie": first]))
        #expect(await house.ask(.get("/", ["Host": "localhost", "Cookie": first])).status == .seeOther)
        #expect(house.endings.all.count == 1)
    }

    @Test("a store that cannot be read is 503, and a prolonging that cannot be stored refuses nobody")
    func brokenStore() async throws {
        let store = Fragile()
        let house = try House(store: store)
        let mine: Fields = ["Host": "localhost:8080", "Cookie": await house.cookie()]
        store.isBroken.withLock { $0 = true }
        house.time.advance(2 * 86400)
        #expect(await house.ask(.get("/", mine)).status == .ok)
        let other: Fields = ["Host": "localhost:8080", "Cookie": "islet-8080=\(String(repeating: "f", count: 64))"]
        #expect(await house.ask(.get("/", other)).status == .serviceUnavailable)
    }

    @Test("the store is read once for many requests, and not at all for what is no cookie of ours")
    func cache() async throws {
        let store = Fragile()
        let house = try House(store: store)
        for secret in [String(repeating: "f", count: 64), "x", String(repeating: "g", count: 64)] {
            for _ in 0..<3 { _ = await house.ask(.get("/", ["Host": "localhost", "Cookie": "islet-8080=\(secret)"])) }
        }
        #expect(store.reads.withLock { $0 } == 1)
    }

    @Test("the memory keeps the limit of sessions, those that expire last")
    func sessionLimit() {
        let store = MemorySessions()
        func record(_ n: Int) -> SessionRecord {
            SessionRecord(hash: String(n), role: .watcher, created: .distantPast, expires: Date(timeIntervalSince1970: Double(n)))
        }
        for n in 0..<SessionRecord.limit { store.save(record(n)) }
        #expect(store.session(hash: "0") != nil)
        store.save(record(SessionRecord.limit))
        #expect(store.session(hash: "0") == nil && store.session(hash: "1") != nil)
        store.deleteExpired(before: Date(timeIntervalSince1970: 500))
        #expect(store.session(hash: "499") == nil && store.session(hash: "500") != nil)
    }

    @Test("the n-th wrong token of a peer is refused, the one after it waits; others do not")
    func perPeer() async throws {
        let house = try House()
        func attempt(_ token: String, _ peer: String) async -> Response {
            await house.ask(.post("/login", Self.own, body: "token=\(token)", peer: peer))
        }
        for _ in 0..<LoginLimit.perPeer { #expect(await attempt("no", "10.0.0.1").status == .unauthorized) }
        let refused = await attempt(House.operatorToken, "10.0.0.1")
        #expect(refused.status == .tooManyRequests && refused.fields["Retry-After"] == "60")
        #expect(await attempt(House.operatorToken, "10.0.0.2").status == .seeOther)
        house.time.advance(59.5)
        #expect(await attempt(House.operatorToken, "10.0.0.1").fields["Retry-After"] == "1")
        house.time.advance(0.5)
        #expect(await attempt(House.operatorToken, "10.0.0.1").status == .seeOther)
    }

    @Test("all peers together have a limit, good logins are not counted, and few peers are remembered")
    func inAll() {
        let limit = LoginLimit()
        let now = Date(timeIntervalSince1970: 0)
        for n in 0..<1000 {
            #expect(limit.take("good\(n)", at: now) == nil)
            limit.giveBack("good\(n)")
        }
        for n in 0..<LoginLimit.inAll { #expect(limit.take("peer\(n)", at: now) == nil) }
        #expect(limit.take("late", at: now) == 60)
        #expect(limit.take("late", at: now.addingTimeInterval(-1)) == nil, "a clock that was set back locks nobody out")
    }

    @Test("a window counts so many peers one by one, the next one only in all")
    func peers() {
        let limit = LoginLimit()
        let now = Date(timeIntervalSince1970: 0)
        for n in 0..<LoginLimit.peers - 1 { #expect(limit.take("peer\(n)", at: now) == nil) }
        for _ in 0..<LoginLimit.perPeer { #expect(limit.take("counted", at: now) == nil) }
        #expect(limit.take("counted", at: now) != nil)
        for _ in 0..<LoginLimit.perPeer + 1 { #expect(limit.take("uncounted", at: now) == nil) }
    }

    @Test("the memory of sessions forgets all when one more would come")
    func cacheLimit() async throws {
        let store = Fragile()
        let house = try House(store: store)
        func ask(_ n: Int) async {
            let digits = String(n)
            let secret = String(repeating: "0", count: 64 - digits.count) + digits
            _ = await house.ask(.get("/", ["Host": "localhost", "Cookie": "islet-8080=\(secret)"]))
        }
        for n in 0..<Sessions.cacheLimit { await ask(n) }
        await ask(0)
        #expect(store.reads.withLock { $0 } == Sessions.cacheLimit)
        await ask(Sessions.cacheLimit)
        await ask(0)
        #expect(store.reads.withLock { $0 } == Sessions.cacheLimit + 2)
    }

    @Test("a login link is spent by its POST alone, once, within its time")
    func codes() async throws {
        let house = try House()
        let link = house.login.newLoginLink(baseURL: "http://127.0.0.1:8080")
        #expect(link.hasPrefix("http://127.0.0.1:8080/login?code="))
        let code = String(link.dropFirst("http://127.0.0.1:8080/login?code=".count))
        for _ in 0..<2 {
            guard case .bytes(let bytes) = await house.ask(.get("/login?code=\(code)&next=//evil")).body else {
                return #expect(Bool(false))
            }
            #expect(String(decoding: bytes, as: UTF8.self) == "\(code) /")
        }
        let opened = await house.ask(.post("/login", Self.own, body: "code=\(code)"))
        #expect(opened.status == .seeOther && opened.fields["Set-Cookie"] != nil)
        #expect(await house.ask(.post("/login", Self.own, body: "code=\(code)")).status == .unauthorized)
    }

    @Test("a code lasts a quarter of an hour, and few are good at once")
    func codeBounds() {
        let now = Date(timeIntervalSince1970: 0)
        let codes = LoginCodes()
        codes.add("a", at: now)
        codes.add("b", at: now)
        #expect(codes.spend("a", at: now.addingTimeInterval(899)))
        #expect(!codes.spend("b", at: now.addingTimeInterval(900)))
        for n in 0..<LoginCodes.limit { codes.add("\(n)", at: now) }
        codes.add("more", at: now)
        #expect(!codes.spend("0", at: now) && codes.spend("1", at: now) && codes.spend("more", at: now))
    }

    @Test("a code whose session cannot be stored is good again")
    func codeSurvivesTheDisk() async throws {
        let store = Fragile()
        let house = try House(store: store)
        let code = String(house.login.newLoginLink(baseURL: "").dropFirst("/login?code=".count))
        store.isBroken.withLock { $0 = true }
        #expect(await house.ask(.post("/login", Self.own, body: "code=\(code)")).status == .internalServerError)
        store.isBroken.withLock { $0 = false }
        #expect(await house.ask(.post("/login", Self.own, body: "code=\(code)")).status == .seeOther)
    }

    @Test(
        "pages that need a login come back to where they were",
        arguments: [
            (Request.get("/lock-screen?a=1&b=%2F"), "/login?next=%2Flock-screen%3Fa%3D1%26b%3D%252F"),
            (Request.post("/activities", own.merged(["Referer": "http://localhost:8080/water?x"])), "/login?next=%2Fwater%3Fx"),
            (Request.post("/activities", own.merged(["Referer": "http://evil.example/water"])), "/login?next=%2F"),
            (Request.post("/activities", own.merged(["Referer": "http://localhost:8080//evil"])), "/login?next=%2F"),
            (Request.post("/activities", own), "/login?next=%2F"),
        ])
    func next(_ request: Request, _ location: String) async throws {
        #expect(try await House().ask(request).fields["Location"] == location)
    }

    @Test(
        "no next leads elsewhere",
        arguments: [
            "//evil.example", "/\\evil.example", "\\\\evil", "https://evil.example", "javascript:alert(1)", "/\t/evil",
            "/a\r\nSet-Cookie: a=b", "", "evil",
            " /a", "/login", "/login?next=/login", "/logout", "/a\u{0}", "/é", "/a b",
        ])
    func openRedirects(_ next: String) { #expect(LocalPath.sanitized(next) == "/") }

    @Test("a next of ours stays, up to the limit")
    func keptNext() {
        for path in ["/", "/water", "/history?kind=ride&day=2026-01-01", "/loginx", "/a//b", "/open?url=https://x/"] {
            #expect(LocalPath.sanitized(path) == path)
        }
        let longest = "/" + String(repeating: "a", count: LocalPath.limit - 1)
        #expect(LocalPath.sanitized(longest) == longest && LocalPath.sanitized(longest + "a") == "/")
        #expect(LocalPath.sanitized(nil) == "/")
    }

    @Test("whatever is thrown at next, a browser stays here")
    func fuzzedNext() async throws {
        let seed = UInt64.random(in: 0...UInt64.max)
        print("seed \(seed)")
        var generator = Seeded(state: seed)
        let pieces = [
            "/", "\\", "//", "http:", "evil.example", "\t", "\n", "\r", "?", "#", "@", ":", ".", "..", "%2F", "%5C", "%09", "a", "\u{0}",
            "é", " ",
        ]
        var kept = 0
        for _ in 0..<20000 {
            let text = (0..<Int.random(in: 0...6, using: &generator)).map { _ in pieces.randomElement(using: &generator)! }.joined()
            let result = LocalPath.sanitized(text)
            kept += result == "/" ? 0 : 1
            // As browsers read it: tabs and line ends dropped, backslashes turned.
            let read = result.utf8.filter { ![9, 10, 13].contains($0) }.map { $0 == UInt8(ascii: "\\") ? UInt8(ascii: "/") : $0 }
            #expect(
                read.first == UInt8(ascii: "/") && read.dropFirst().first != UInt8(ascii: "/"), "seed \(seed), \(text.debugDescription)")
            #expect(result.utf8.allSatisfy { $0 > 32 && $0 < 127 }, "seed \(seed), \(text.debugDescription)")
        }
        #expect(kept > 100)
    }
}
