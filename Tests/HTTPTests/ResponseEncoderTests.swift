import Testing

@testable import HTTP

@Suite("Answers to bytes")
struct ResponseEncoderTests {
    private let date = Array("D".utf8)

    private func encode(
        _ response: Response, _ method: Method = .get, _ version: Request.Version = .http1_1, connection: String? = nil,
        keepsAlive: Bool = true
    ) -> (text: String, framing: ResponseEncoder.Framing, keeps: Bool) {
        var fields = Fields()
        fields["Connection"] = connection
        let encoder = ResponseEncoder(
            answering: Request(method: method, target: Target(path: "/"), version: version, fields: fields), keepsAlive: keepsAlive)
        var buffer: [UInt8] = []
        let framing = encoder.append(response, date: date, to: &buffer)
        return (latin(buffer), framing, encoder.keepsConnection(response))
    }

    private let ok = Response(.ok, fields: ["A": "b"], body: .bytes(Array("hello".utf8)))

    @Test("a body goes out with its length")
    func body() {
        #expect(encode(ok).text == "HTTP/1.1 200 OK\r\nDate: D\r\nA: b\r\nContent-Length: 5\r\n\r\nhello")
        #expect(encode(Response(.notFound)).text == "HTTP/1.1 404 Not Found\r\nDate: D\r\nContent-Length: 0\r\n\r\n")
    }

    @Test("an answer to HEAD keeps the length and has no body")
    func head() {
        #expect(encode(ok, .head).text == "HTTP/1.1 200 OK\r\nDate: D\r\nA: b\r\nContent-Length: 5\r\n\r\n")
        let named = Response(.ok, fields: ["Content-Length": "1234567890"])
        #expect(encode(named, .head).text == "HTTP/1.1 200 OK\r\nDate: D\r\nContent-Length: 1234567890\r\n\r\n")
        #expect(encode(named).text == "HTTP/1.1 200 OK\r\nDate: D\r\nContent-Length: 0\r\n\r\n")
    }

    @Test("204 and 304 have neither body nor length", arguments: [Status.noContent, .notModified])
    func bodiless(_ status: Status) {
        let text = encode(Response(status, body: .bytes([1]))).text
        #expect(text == "HTTP/1.1 \(status.code) \(status.reason)\r\nDate: D\r\n\r\n")
    }

    @Test("the connection's end is announced, and to 1.0 its keeping")
    func connection() {
        #expect(encode(ok, connection: "close").text.contains("\r\nConnection: close\r\n"))
        #expect(encode(ok, keepsAlive: false).text.contains("\r\nConnection: close\r\n"))
        #expect(!encode(ok).text.contains("Connection"))
        #expect(encode(ok, .get, .http1_0).text.contains("\r\nConnection: close\r\n"))
        #expect(encode(ok, .get, .http1_0, connection: "keep-alive").text.contains("\r\nConnection: keep-alive\r\n"))
        let closing = encode(Response(.ok, fields: ["Connection": "close"]))
        #expect(closing.text.contains("\r\nConnection: close\r\n") && !closing.keeps)
    }

    @Test("a stream is chunked, and never to 1.0")
    func stream() {
        let stream = Response(.ok, body: .stream(EventStream(preamble: [], source: Silence(), cursor: nil)))
        let new = encode(stream)
        #expect(new.text == "HTTP/1.1 200 OK\r\nDate: D\r\nTransfer-Encoding: chunked\r\n\r\n")
        #expect(new.framing == .chunked && new.keeps)
        let old = encode(stream, .get, .http1_0, connection: "keep-alive")
        #expect(old.text == "HTTP/1.1 200 OK\r\nDate: D\r\nConnection: close\r\n\r\n")
        #expect(old.framing == .untilClose && !old.keeps)
        #expect(encode(stream, .head).framing == .complete)
    }

    @Test("framing and Date are the encoder's alone")
    func ownFields() {
        let fields: Fields = [
            "content-length": "9", "TRANSFER-ENCODING": "chunked", "date": "x", "Keep-Alive": "1", "connection": "upgrade",
        ]
        #expect(encode(Response(.ok, fields: fields)).text == "HTTP/1.1 200 OK\r\nDate: D\r\nContent-Length: 0\r\n\r\n")
    }

    @Test("no field can split an answer")
    func splitting() {
        for byte in UInt8.min...UInt8.max where byte < 0x20 || byte == 0x7F {
            let evil = "a" + String(Unicode.Scalar(byte)) + "X: y"
            let response = Response(Status(299, evil), fields: ["V": evil, Fields.Name(evil): "v", "": "v", "N:": "v"])
            let lines = encode(response).text.unicodeScalars.split { $0 == "\r" || $0 == "\n" }.map { String($0) }
            let clean = "a" + (byte == 9 ? "\t" : " ") + "X: y"
            #expect(lines == ["HTTP/1.1 299 \(clean)", "Date: D", "V: \(clean)", "Content-Length: 0"])
        }
        #expect(encode(Response(.ok, fields: ["V": "ä"])).text.contains("V: \u{C3}\u{A4}\r\n"))
    }

    @Test("the answer to a refused request closes where the parser does")
    func refusal() {
        for (closes, method) in [(true, Method.get), (false, .head)] {
            let encoder = ResponseEncoder(answering: RequestError(.expectationUnknown, closes: closes, method: method))
            var buffer: [UInt8] = []
            encoder.append(Response(.expectationFailed, body: .bytes([0x61])), date: date, to: &buffer)
            #expect(latin(buffer).contains("Connection: close") == closes)
            #expect(latin(buffer).hasSuffix("\r\n\r\n") == (method == .head))
        }
    }

    @Test("chunks carry their size in hex; nothing is no chunk", arguments: [0, 1, 15, 16, 255, 256, 70000])
    func chunks(_ count: Int) {
        let data = [UInt8](repeating: 0x61, count: count)
        let expected = count == 0 ? "" : String(count, radix: 16) + "\r\n" + String(repeating: "a", count: count) + "\r\n"
        #expect(latin(ChunkedEncoder.chunk(data)) == expected)
    }

    @Test("what is chunked can be read as a chunked body")
    func chunkedRoundTrip() {
        var message = Array("POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n".utf8)
        for piece in ["hello ", "", "world\r\n"] { ChunkedEncoder.append(piece.utf8, to: &message) }
        message += ChunkedEncoder.end
        #expect(whole(message).events == ["POST / http1_1 [Host=a,Transfer-Encoding=chunked] hello world\r\n"])
    }

    @Test("decimals are written in full")
    func decimals() {
        for number in [0, 9, 10, 99, 100, 12345, Int.max] {
            var buffer: [UInt8] = []
            buffer.append(decimal: number)
            #expect(latin(buffer) == String(number))
        }
    }
}

private final class Silence: EventSource {
    func frame(after cursor: Cursor?) -> Frame? { nil }
    func attach(_ bell: Bell) {}
    func detach(_ bell: Bell) {}
}
