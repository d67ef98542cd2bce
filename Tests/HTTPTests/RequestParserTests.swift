import Testing

@testable import HTTP

@Suite("Requests out of bytes")
struct RequestParserTests {
    @Test("a connection's bytes mean the same whole, byte by byte and cut anywhere", arguments: requestCases)
    func meaning(_ example: RequestCase) {
        let input = bytes(example.input)
        let all = whole(input)
        #expect(all.events == example.events)
        #expect(byByte(input) == all)
        for index in 1..<max(2, input.count) where index < input.count {
            let parts = cut(input, at: index)
            #expect(parts == all, "cut at \(index)")
        }
    }

    @Test("the phase says idle, in head, in body, failed")
    func phases() {
        var parser = RequestParser()
        #expect(parser.phase == .idle)
        feed("\r\n\r", &parser)
        #expect(parser.phase == .idle)
        feed("\nP", &parser)
        #expect(parser.phase == .head)
        feed("OST / HTTP/1.1\r\nHost: a\r\nContent-Length: 5\r\n\r", &parser)
        #expect(parser.phase == .head)
        feed("\n", &parser)
        #expect(parser.phase == .body)
        #expect(parser.bodyReceived == 0)
        feed("abc", &parser)
        #expect(parser.bodyReceived == 3)
        feed("de", &parser)
        #expect(parser.phase == .idle)
        #expect(parser.bodyReceived == 0)
        feed("\u{0}", &parser)
        #expect(parser.phase == .failed)
    }

    @Test("a request leaves the bytes behind it alone until it is asked again")
    func pipelining() {
        var parser = RequestParser()
        parser.append(bytes("GET /1 HTTP/1.1\r\nHost: a\r\n\r\nGET /2 HTTP/1.1\r\nHost: a\r\n\r\nGE"))
        #expect(parser.next()?.line == "GET /1 http1_1 [Host=a] ")
        #expect(parser.phase == .idle)
        #expect(parser.buffered == 30)
        #expect(parser.next()?.line == "GET /2 http1_1 [Host=a] ")
        #expect(parser.next() == nil as RequestParser.Event?)
        #expect(parser.phase == .head)
    }

    @Test("drained bytes of a body count as received")
    func drainedBytesCount() {
        var parser = RequestParser()
        feed("POST / HTTP/1.1\r\nHost: a\r\nExpect: tea\r\nContent-Length: 5\r\n\r\nabc", &parser)
        #expect(parser.phase == .body)
        #expect(parser.bodyReceived == 3)
    }

    @Test("after a failure that closes nothing is read or kept")
    func failureIsFinal() {
        var parser = RequestParser()
        feed("\u{16}", &parser)
        feed("GET / HTTP/1.1\r\nHost: a\r\n\r\n", &parser)
        #expect(parser.phase == .failed)
        #expect(parser.buffered == 0)
    }

    @Test("a failure knows the method, for an answer to HEAD has no body")
    func failureKnowsItsMethod() throws {
        var parser = RequestParser()
        parser.append(bytes("HEAD / HTTP/1.0\r\nExpect: tea\r\n\r\n"))
        guard case .failure(let error) = parser.next() else {
            Issue.record("no failure")
            return
        }
        #expect(error.method == .head)
        #expect(error.version == .http1_0)
    }

    @Test("every reason has a status of the failing kind", arguments: RequestError.Reason.allCases)
    func statuses(_ reason: RequestError.Reason) {
        #expect([400, 413, 414, 417, 431, 501, 505].contains(reason.status.code))
    }

    private func feed(_ text: String, _ parser: inout RequestParser) {
        parser.append(bytes(text))
        while parser.next() != nil {}
    }
}

extension Optional where Wrapped == RequestParser.Event {
    static func == (a: Self, b: Self) -> Bool { a?.line == b?.line }
}
