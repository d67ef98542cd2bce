import Foundation
import HTTP
import Testing

@testable import Server

@Suite struct OwnAnswerTests {
    private func members(_ bytes: [UInt8]) throws -> [String: Any] {
        try #require(try JSONSerialization.jsonObject(with: Data(bytes)) as? [String: Any])
    }

    @Test("every refusal is a problem that says what was wrong", arguments: RequestError.Reason.allCases)
    func sentences(_ reason: RequestError.Reason) throws {
        let answer = OwnAnswers.refusal(reason)
        #expect(answer.status == reason.status && answer.fields["Content-Type"] == "application/problem+json")
        guard case .bytes(let bytes) = answer.body else { return #expect(Bool(false), "no body") }
        let problem = try members(bytes)
        #expect(problem["status"] as? Int == reason.status.code && problem["title"] as? String == reason.status.reason)
        #expect((problem["detail"] as? String)?.isEmpty == false && problem["type"] as? String == "about:blank")
        #expect(problem["reason"] as? String == (reason == .bodyTooLarge ? "PayloadTooLarge" : nil))
    }

    @Test("deadlines and limits say so too")
    func limits() throws {
        let all = [OwnAnswers.requestTimeout, OwnAnswers.answerTimeout, OwnAnswers.tooManyOfAddress, OwnAnswers.tooManyInAll]
        #expect(all.map(\.status.code) == [408, 503, 429, 503])
        for answer in all {
            guard case .bytes(let bytes) = answer.body else { return #expect(Bool(false), "no body") }
            #expect(try members(bytes)["status"] as? Int == answer.status.code)
        }
    }
}

extension SocketTests {
    @Suite struct OwnAnswerSocketTests {
        @Test("what no handler sees is answered with a problem, to HEAD without its body")
        func early() async throws {
            let server = try server({ $0.bodyBound = 1_000 }) { _, answer in answer(Response(.ok)) }
            let large = Client(server.port).send(
                "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 1001\r\n\r\n" + String(repeating: "x", count: 1_001)
            ).answer()
            #expect(large.status == 413 && large.text.contains(#""reason":"PayloadTooLarge""#))
            #expect(large.field("Content-Type") == "application/problem+json")
            for (request, status, word) in [
                ("GET / HTTP/1.1\r\n\r\n", 400, "Host"), ("GET / HTTP/2.0\r\n\r\n", 505, "HTTP/1.1"),
                ("CONNECT a:1 HTTP/1.1\r\nHost: a:1\r\n\r\n", 501, "proxy"),
                ("GET /\(String(repeating: "x", count: 9_000)) HTTP/1.1\r\n\r\n", 414, "request line"),
                ("GET / HTTP/1.1\r\nHost: a\r\nA: \(String(repeating: "x", count: 20_000))\r\n\r\n", 431, "header fields"),
                ("GET / HTTP/1.1\r\nHost: a\r\nExpect: much\r\nContent-Length: 1\r\n\r\n", 417, "100-continue"),
            ] {
                let answer = Client(server.port).send(request).answer()
                #expect(answer.status == status && answer.text.contains(word), "\(status): \(answer.status) \(answer.text)")
            }
            let head = Client(server.port).send("HEAD / HTTP/1.1\r\nHost: a\r\nHost: b\r\n\r\n").readToEnd()
            #expect(head.hasPrefix("HTTP/1.1 400 ") && head.hasSuffix("\r\n\r\n"))
            await server.shutdown()
        }
    }
}
