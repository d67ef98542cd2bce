import Testing

@testable import HTTP

@Suite("Limits of a request, at n and n + 1")
struct RequestLimitsTests {
    private let host = "Host: a\r\n"

    @Test("a request line of 8 kB is read, one byte more is 414, also without its end")
    func requestLine() {
        let line = { (count: Int) in "GET /" + String(repeating: "a", count: count - 14) + " HTTP/1.1" }
        check(line(8192) + "\r\n" + host + "\r\n", nil)
        check(line(8193) + "\r\n" + host + "\r\n", "414 requestLineTooLong closes")
        check(String(repeating: "A", count: 8193), nil)
        check(String(repeating: "A", count: 8194), "414 requestLineTooLong closes")
    }

    @Test("a head of 16 kB is read, one byte more is 431, also without its end")
    func head() {
        let start = "GET / HTTP/1.1\r\n" + host + "X: "
        let head = { (count: Int) in start + String(repeating: "a", count: count - start.utf8.count - 4) + "\r\n\r\n" }
        check(head(16384), nil)
        check(head(16385), "431 headTooLarge closes")
        check(String(head(16385).dropLast(1)), nil)
        check(start + String(repeating: "a", count: 16385 - start.utf8.count), "431 headTooLarge closes")
    }

    @Test("100 fields are read, one more is 431")
    func fields() {
        let head = { (count: Int) in "GET / HTTP/1.1\r\n" + host + String(repeating: "X: y\r\n", count: count - 1) + "\r\n" }
        check(head(100), nil)
        check(head(101), "431 tooManyFields closes")
    }

    @Test("a body of 64 kB is read, one byte more is 413 and closes", arguments: [true, false])
    func body(isChunked: Bool) {
        check(post(65536, isChunked), nil)
        check(post(65537, isChunked), "413 bodyTooLarge closes")
    }

    @Test("a refused body of up to 64 kB is drained and the connection goes on, beyond that it closes", arguments: [true, false])
    func drain(isChunked: Bool) {
        var limits = RequestParser.Limits()
        limits.body = 10
        let next = "GET / HTTP/1.1\r\n" + host + "\r\n"
        #expect(whole(bytes(post(10, isChunked)), limits: limits).events.first?.hasPrefix("POST") == true)
        for count in [11, 65536] {
            let answer = whole(bytes(post(count, isChunked) + next), limits: limits)
            #expect(answer.events == ["413 bodyTooLarge goes on", "GET / http1_1 [Host=a] "])
            #expect(byByte(bytes(post(count, isChunked) + next), limits: limits) == answer)
        }
        #expect(whole(bytes(post(65537, isChunked) + next), limits: limits).events == ["413 bodyTooLarge closes"])
    }

    @Test("a client that waits for 100 and is refused is closed, for its body may never come")
    func waitingClient() {
        var limits = RequestParser.Limits()
        limits.body = 10
        let head = "POST / HTTP/1.1\r\n" + host + "Expect: 100-continue\r\nContent-Length: 11\r\n\r\n"
        #expect(whole(bytes(head), limits: limits).events == ["413 bodyTooLarge closes"])
    }

    @Test("a chunk's line of 256 bytes is read, one byte more is refused")
    func chunkLine() {
        let body = { (count: Int) in self.chunkedHead + "1;" + String(repeating: "a", count: count - 2) + "\r\nx\r\n0\r\n\r\n" }
        check(body(256), nil)
        check(body(257), "400 chunkExtensionsTooLarge closes")
    }

    @Test("4 kB of chunk extensions are read, one byte more is refused")
    func chunkExtensions() {
        let chunk = "1;" + String(repeating: "a", count: 127) + "\r\nx\r\n"
        let body = { (last: String) in self.chunkedHead + String(repeating: chunk, count: 32) + "0" + last + "\r\n\r\n" }
        check(body(""), nil)
        check(body(";"), "400 chunkExtensionsTooLarge closes")
    }

    @Test("4 kB of trailers are read, one byte more is 431")
    func trailers() {
        let body = { (count: Int) in self.chunkedHead + "0\r\nX:" + String(repeating: "a", count: count - 6) + "\r\n\r\n" }
        check(body(4096), nil)
        check(body(4097), "431 trailersTooLarge closes")
        let lines = String(repeating: "X:y\r\n", count: 818)
        check(chunkedHead + "0\r\n" + lines + "X:\r\n\r\n", nil)
        check(chunkedHead + "0\r\n" + lines + "X:y\r\n\r\n", "431 trailersTooLarge closes")
    }

    @Test("a request that comes byte by byte costs each byte once")
    func linear() {
        // 256 kB byte by byte: were the buffer moved or searched again for every byte, this would take minutes.
        var limits = RequestParser.Limits()
        limits.body = 1 << 18
        #expect(byByte(bytes(post(1 << 18, true)), limits: limits).phase == .idle)
        limits.requestLine = 1 << 19
        limits.head = 1 << 20
        let line = "GET /" + String(repeating: "a", count: 100_000) + " HTTP/1.1\r\n" + host + "\r\n"
        #expect(byByte(bytes(line), limits: limits).events.count == 1)
    }

    private let chunkedHead = "POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n"

    private func post(_ count: Int, _ isChunked: Bool) -> String {
        let body = String(repeating: "a", count: count)
        if !isChunked { return "POST / HTTP/1.1\r\n" + host + "Content-Length: \(count)\r\n\r\n" + body }
        return chunkedHead + String(count, radix: 16) + "\r\n" + body + "\r\n0\r\n\r\n"
    }

    /// One failure, or none, and the same whatever the cuts.
    private func check(_ text: String, _ failure: String?, _ place: SourceLocation = #_sourceLocation) {
        let all = whole(bytes(text))
        if let failure {
            #expect(all.events == [failure], sourceLocation: place)
        } else {
            #expect(all.phase != .failed, sourceLocation: place)
        }
        #expect(byByte(bytes(text)) == all, sourceLocation: place)
    }
}
