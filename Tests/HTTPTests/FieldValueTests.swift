import Testing

@testable import HTTP

@Suite("Values of fields")
struct FieldValueTests {
    @Test("a media type is read with its parameters")
    func mediaType() throws {
        let type = try #require(MediaType("Text/HTML; Charset=\"utf-8\" ;q=1;"))
        #expect(type.description == "text/html")
        #expect(type["charset"] == "utf-8")
        #expect(type["q"] == "1")
        #expect(type.matches(.html))
        #expect(type.matches(MediaType("text", "*")))
        #expect(!type.matches(.json))
        #expect(try #require(MediaType("a/b;c=\"d\\\"e\""))["c"] == "d\"e")
    }

    @Test(
        "what is no media type is refused",
        arguments: ["", "a", "a/", "/b", "a /b", "a/b c", "a/b;c", "a/b;c=", "a/b;c=\"d", "a/b, c/d", "a/b;c d=e"])
    func badMediaTypes(_ text: String) {
        #expect(MediaType(text) == nil)
    }

    @Test(
        "gzip is chosen where it is accepted, else identity",
        arguments: [
            ("gzip", true), ("GZIP", true), ("x-gzip", true), ("deflate, gzip;q=1.0, *;q=0.5", true), ("*", true), ("gzip;q=0.001", true),
            ("br;q=1, gzip ; q=0.8", true), ("", false), ("identity", false), ("gzip;q=0", false), ("gzip;q=0.000", false),
            ("*;q=0", false),
            ("gzip;q=0, *", false), ("br", false), ("gzip;q=0.5, identity", false), ("gzip;q=2", false), ("gzip;q=x", false),
            ("gzip;q=0.0001", false), ("gzip q", false), ("(), gzip", true), ("identity;q=0.5, gzip", true), ("gzip;q=1.001", false),
            ("a;b=\"x,gzip\"", false), ("gzipped", false),
        ])
    func acceptEncoding(_ text: String, _ isGzip: Bool) {
        #expect(ContentCoding(acceptEncoding: [text]) == (isGzip ? .gzip : .identity))
    }

    @Test("several fields are one list; none is identity")
    func acceptEncodingLists() {
        #expect(ContentCoding(acceptEncoding: ["br", "gzip"]) == .gzip)
        #expect(ContentCoding(acceptedBy: Fields()) == .identity)
    }

    @Test("cookies are read in order, broken pairs passed over")
    func cookies() {
        let cookies = Cookies(values: ["a=1; b=\"2\"; c; =d; e f=g; a=3", "A=4;h=;i=j=k"])
        #expect(cookies.pairs.map { "\($0.name):\($0.value)" } == ["a:1", "b:2", "a:3", "A:4", "h:", "i:j=k"])
        #expect(cookies["a"] == "1")
        #expect(cookies["A"] == "4")
        #expect(cookies["c"] == nil)
    }

    @Test("a cookie is set with its attributes, and none can be forged")
    func setCookie() throws {
        let cookie = try #require(SetCookie("__Host-s", "abc", maxAge: 60, isSecure: true, sameSite: .lax))
        #expect(cookie.fieldValue == "__Host-s=abc; Path=/; Max-Age=60; HttpOnly; Secure; SameSite=Lax")
        #expect(SetCookie("a", "", isHTTPOnly: false, sameSite: nil)?.fieldValue == "a=; Path=/")
        for value in ["a;b", "a b", "a,b", "a\"", "a\\", "a\r\nb", "a\u{0}", "ä"] { #expect(SetCookie("a", value) == nil) }
        for name in ["", "a=b", "a b", "a;"] { #expect(SetCookie(name, "a") == nil) }
        #expect(SetCookie("a", "b", path: "/;Secure") == nil)
    }

    @Test("entity tags compare weakly and strongly")
    func entityTags() throws {
        let strong = try #require(EntityTag("\"a\""))
        let weak = try #require(EntityTag(" W/\"a\" "))
        #expect(strong.description == "\"a\"")
        #expect(weak.description == "W/\"a\"")
        #expect(strong.matchesStrongly(strong) && strong.matchesWeakly(weak))
        #expect(!strong.matchesStrongly(weak) && !weak.matchesStrongly(weak))
        for text in ["", "a", "\"a", "w/\"a\"", "W\"a\"", "\"a b\"", "\"a\"b", "\"a\"\"b\""] { #expect(EntityTag(text) == nil) }
        #expect(EntityTag(opaque: "a\"") == nil)
    }

    @Test("a list of entity tags holds any, some or is none")
    func entityTagLists() throws {
        let tag = try #require(EntityTag("\"b\""))
        let list = try #require(EntityTagCondition(["\"a\", W/\"b\",", " \"c,d\""]))
        #expect(list.matchesWeakly(tag))
        #expect(!list.matchesStrongly(tag))
        #expect(list.matchesStrongly(EntityTag("\"c,d\"")))
        #expect(!list.matchesWeakly(nil))
        let any = try #require(EntityTagCondition([" * "]))
        #expect(any.matchesStrongly(tag) && !any.matchesStrongly(nil))
        for values in [[], ["a"], ["\"a\" \"b\""], ["*", "\"a\""], ["\"a\", b"]] { #expect(EntityTagCondition(values) == nil) }
    }

    @Test(
        "single ranges are cut to size, several are the whole",
        arguments: [
            ("bytes=0-0", .part(0..<1)), ("bytes=2-5", .part(2..<6)), ("Bytes= 2- ", .part(2..<10)), ("bytes=9-99", .part(9..<10)),
            ("bytes=0-99999999999999999999", .part(0..<10)), ("bytes=-3", .part(7..<10)), ("bytes=-99", .part(0..<10)),
            ("bytes=10-", .unsatisfiable), ("bytes=99999999999999999999-", .unsatisfiable), ("bytes=-0", .unsatisfiable),
            ("bytes=0-1,3-4", .whole), ("bytes=5-2", .whole), ("bytes=-", .whole), ("bytes=a-b", .whole), ("bytes=1", .whole),
            ("items=0-1", .whole), ("bytes=", .whole), ("bytes=1--2", .whole), ("bytes=+1-2", .whole), ("", .whole),
        ] as [(String, ByteRange)])
    func ranges(_ text: String, _ range: ByteRange) {
        #expect(ByteRange(text, size: 10) == range)
    }

    @Test("nothing has no range, and Content-Range names the size")
    func contentRange() {
        #expect(ByteRange("bytes=0-", size: 0) == .unsatisfiable)
        #expect(ByteRange("bytes=-1", size: 0) == .whole)
        #expect(ByteRange(nil, size: 1) == .whole)
        #expect(ByteRange.part(2..<6).contentRange(size: 10) == "bytes 2-5/10")
        #expect(ByteRange.unsatisfiable.contentRange(size: 10) == "bytes */10")
    }

    @Test(
        "a connection is kept per version and token list",
        arguments: [
            (Request.Version.http1_1, [], true), (.http1_1, ["close"], false), (.http1_1, ["x, Close"], false),
            (.http1_1, ["closed"], true),
            (.http1_1, ["keep-alive", "close"], false), (.http1_0, [], false), (.http1_0, ["Keep-Alive"], true),
            (.http1_0, ["keep-alive, close"], false),
        ])
    func keepAlive(_ version: Request.Version, _ values: [String], _ keeps: Bool) {
        let fields = Fields(values.map { Fields.Field("Connection", $0) })
        #expect(Request(method: .get, target: Target(path: "/"), version: version, fields: fields).keepsAlive == keeps)
    }
}
