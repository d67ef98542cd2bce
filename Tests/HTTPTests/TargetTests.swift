import Testing

@testable import HTTP

@Suite("Targets, forms and hosts")
struct TargetTests {
    @Test(
        "a path is decoded once, segment by segment",
        arguments: [
            ("/", []), ("/a/b", ["a", "b"]), ("/a/", ["a", ""]), ("//", ["", ""]), ("/a%2Fb/c", ["a/b", "c"]), ("/a+b", ["a+b"]),
            ("/%2541", ["%41"]), ("/%C3%A4", ["ä"]), ("/%c3%a4", ["ä"]), ("/a/../b", ["a", "..", "b"]), ("/%2E%2e", [".."]),
            ("/%20", [" "]),
        ] as [(String, [String])])
    func segments(_ path: String, _ segments: [String]) {
        #expect(Target(path: path).pathSegments == segments)
    }

    @Test(
        "a path with a bad escape, NUL, a backslash or no UTF-8 has no segments",
        arguments: ["*", "", "a", "/%", "/%4", "/%zz", "/%4g", "/a%00b", "/a\\b", "/%5C", "/%C3", "/%FF", "/%ED%A0%80", "/%C0%AF"])
    func badSegments(_ path: String) {
        #expect(Target(path: path).pathSegments == nil)
    }

    @Test("any byte but visible ASCII, and quotes, angles and fragments, are no target")
    func targetBytes() {
        for byte in UInt8.min...UInt8.max {
            let text: [UInt8] = [0x2F, byte]
            let target = text.withUnsafeBufferPointer { Target(bytes: $0[...], method: .get) }
            let isAllowed = (0x21...0x7E).contains(byte) && ![0x22, 0x23, 0x3C, 0x3E].contains(byte)
            #expect((target != nil) == isAllowed, "\(byte)")
        }
        #expect(Target("") == nil)
        #expect(Target("http://a:0x/") == nil)
        #expect(Target("https://[::1]:8080/a?b") == Target(path: "/a", query: "b", authority: "[::1]:8080"))
    }

    @Test("a form keeps order and duplicates; a plus is a space, an escaped one a plus")
    func form() throws {
        let form = try Form("a=1&b=x+y%2B&&a=2&c&=d&e=%C3%A4&f=g=h")
        #expect(form.items.map { "\($0.name):\($0.value)" } == ["a:1", "b:x y+", "a:2", "c:", ":d", "e:ä", "f:g=h"])
        #expect(form["a"] == "1")
        #expect(form["z"] == nil)
        #expect(form.values(of: "a") == ["1", "2"])
        #expect(try Target(path: "/", query: "q=a+b").queryItems()["q"] == "a b")
        #expect(try Target(path: "/").queryItems().items.isEmpty)
    }

    @Test("a form with a bad escape or no UTF-8 is refused")
    func badForms() {
        for text in ["a=%", "a=%4", "%zz=b", "a=%4g"] { #expect(throws: FormError.badEscape) { try Form(text) } }
        for text in ["a=%FF", "%C3=a"] { #expect(throws: FormError.invalidUTF8) { try Form(text) } }
        #expect(throws: FormError.invalidUTF8) { try Form([0x61, 0x3D, 0xFF]) }
    }

    @Test("256 fields are read, one more is refused")
    func formLimit() throws {
        #expect(try Form(String(repeating: "a=b&", count: 256)).items.count == 256)
        #expect(throws: FormError.tooManyFields) { try Form(String(repeating: "a=b&", count: 257)) }
    }

    @Test("what is encoded decodes to itself", arguments: ["", "a b+c", "ä/%&=;#?", "\u{1}\r\n", "👩‍👩‍👧", "."])
    func roundTrip(_ text: String) throws {
        let form = Form([.init(text, text), .init("x", text)])
        #expect(try Form(form.encoded) == (text.isEmpty ? Form([.init("", ""), .init("x", "")]) : form))
        if !text.isEmpty { #expect(Target(path: "/" + PercentCoding.segment(text)).pathSegments == [text]) }
        #expect(PercentCoding.segment("..") == "%2E%2E")
        #expect(PercentCoding.segment("a/b c~") == "a%2Fb%20c~")
    }

    @Test(
        "hosts are read to the letter",
        arguments: [
            ("a", "a", nil, .name), ("A.Example:80", "a.example", 80, .name), ("a.b.", "a.b.", nil, .name),
            ("my_host", "my_host", nil, .name),
            ("127.0.0.1:0", "127.0.0.1", 0, .ipv4), ("1.2.3.4", "1.2.3.4", nil, .ipv4), ("[::1]:65535", "::1", 65535, .ipv6),
            ("[FE80::1:2]", "fe80::1:2", nil, .ipv6), ("[1:2:3:4:5:6:7:8]", "1:2:3:4:5:6:7:8", nil, .ipv6), ("[::]", "::", nil, .ipv6),
            ("[::ffff:1.2.3.4]", "::ffff:1.2.3.4", nil, .ipv6), ("[1::]", "1::", nil, .ipv6),
        ] as [(String, String, UInt16?, HostAndPort.Kind)])
    func hosts(_ text: String, _ host: String, _ port: UInt16?, _ kind: HostAndPort.Kind) throws {
        let parsed = try #require(HostAndPort(text))
        #expect(parsed.host == host)
        #expect(parsed.port == port)
        #expect(parsed.kind == kind)
        #expect(parsed.description == text.lowercased())
    }

    @Test(
        "what is no host is refused",
        arguments: [
            "", ":80", "a:", "a:65536", "a:-1", "a:8x", "a:000080", "a b", "a/b", "u@a", "a,b", "a..b", ".a", ".", "ä", "a%41", "::1",
            "[::1",
            "[::1]x", "[]", "[1]", "[:::]", "[1::2::3]", "[1:2:3:4:5:6:7:8:9]", "[1:2:3:4:5:6:7]", "[12345::]", "[::1%25eth0]", "[g::]",
            "[1:2:3:4:5:6:7::8]", "[::1.2.3]", "1.2.3", "1.2.3.256", "01.2.3.4", "1.2.3.4.5", "127.1", "2130706433", "a.1",
            String(repeating: "a", count: 64), String(repeating: "a.", count: 128),
        ])
    func badHosts(_ text: String) {
        #expect(HostAndPort(text) == nil)
    }

    @Test("a label of 63 and a name of 255 bytes are hosts")
    func hostLimits() {
        #expect(HostAndPort(String(repeating: "a", count: 63)) != nil)
        #expect(HostAndPort(String(repeating: "a.", count: 127) + "a") != nil)
        #expect(HostAndPort(String(repeating: "a.", count: 127) + "aa") == nil)
    }
}
