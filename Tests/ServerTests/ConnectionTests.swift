import Dispatch
import Gzip
import HTTP
import Synchronization
import Testing

@testable import Server

extension SocketTests { @Suite struct ConnectionTests {
    /// Answers its path and body.
    private static let echo: Handler = { request, answer in
        answer(Response(.ok, fields: ["Content-Type": "text/plain"], body: .bytes(Array(request.target.path.utf8) + request.body)))
    }

    @Test("pipelined requests are answered in order, those answered later too")
    func pipelining() async throws {
        let server = try server { request, answer in
            let response = Response(.ok, body: .bytes(Array(request.target.path.utf8)))
            if request.target.path.hasSuffix("0") {
                DispatchQueue.global().async { answer(response) }
            } else {
                answer(response)
            }
        }
        let client = Client(server.port)
        client.send((0..<100).map { "GET /\($0) HTTP/1.1\r\nHost: a\r\n\r\n" }.joined())
        for number in 0..<100 { #expect(client.answer().text == "/\(number)") }
        await server.shutdown()
    }

    @Test("a request may come byte by byte")
    func byteByByte() async throws {
        let server = try server(handler: Self.echo)
        let client = Client(server.port)
        for byte in Array("POST /a HTTP/1.1\r\nHost: a\r\nContent-Length: 5\r\n\r\nhello".utf8) { client.send([byte]) }
        #expect(client.answer().text == "/ahello")
        await server.shutdown()
    }

    @Test("HEAD has the head that GET has and no body, and the connection goes on")
    func head() async throws {
        let server = try server(handler: Self.echo)
        let client = Client(server.port)
        client.send("HEAD /abc HTTP/1.1\r\nHost: a\r\n\r\n")
        let head = client.answer(toHead: true)
        #expect(head.field("Content-Length") == "4")
        #expect(client.get("/d").answer().text == "/d")
        await server.shutdown()
    }

    @Test("HTTP/1.0 is closed after its answer, and kept where it asks for it")
    func oldVersion() async throws {
        let server = try server(handler: Self.echo)
        #expect(Client(server.port).send("GET /a HTTP/1.0\r\n\r\n").readToEnd().hasSuffix("\r\n\r\n/a"))
        let kept = Client(server.port).send("GET /a HTTP/1.0\r\nConnection: keep-alive\r\n\r\n")
        #expect(kept.answer().field("Connection") == "keep-alive")
        #expect(kept.send("GET /b HTTP/1.0\r\n\r\n").readToEnd().hasSuffix("/b"))
        await server.shutdown()
    }

    @Test("a client that waits for 100 Continue is told to go on")
    func continues() async throws {
        let server = try server(handler: Self.echo)
        let client = Client(server.port)
        client.send("POST / HTTP/1.1\r\nHost: a\r\nExpect: 100-continue\r\nContent-Length: 2\r\n\r\n")
        #expect(client.take(through: "\r\n\r\n") == "HTTP/1.1 100 Continue\r\n\r\n")
        #expect(client.send("ab").answer().text == "/ab")
        await server.shutdown()
    }

    @Test("a refused request is answered, not reset, however much its client still sends")
    func refused() async throws {
        let server = try server({ $0.bodyBound = 1_000 }, handler: Self.echo)
        let client = Client(server.port)
        client.send("POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 900000\r\n\r\n" + String(repeating: "x", count: 50_000))
        let answer = client.answer()
        #expect(answer.status == 413)
        #expect(answer.field("Connection") == "close")
        client.stopSending()
        #expect(client.readToEnd() == "")
        #expect(client.isAtEnd)
        #expect(Client(server.port).send("nonsense\r\n\r\n").readToEnd().hasPrefix("HTTP/1.1 400 "))
        await server.shutdown()
    }

    @Test("a body of a refused request up to the bound is drained and the connection goes on")
    func drained() async throws {
        let server = try server({ $0.bodyBound = 1_000 }, handler: Self.echo)
        let client = Client(server.port)
        client.send("POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 60000\r\n\r\n" + String(repeating: "x", count: 60_000))
        #expect(client.answer().status == 413)
        #expect(client.get("/next").answer().text == "/next")
        await server.shutdown()
    }

    @Test("a client that has half-closed still gets its answer")
    func halfClosed() async throws {
        let server = try server { request, answer in DispatchQueue.global().async { answer(Response(.ok, body: .bytes([1, 2, 3]))) } }
        let client = Client(server.port).get("/")
        client.stopSending()
        #expect(client.answer().body == [1, 2, 3])
        #expect(!client.fill() && client.isAtEnd)
        await server.shutdown()
    }

    @Test("a late answer after a hang-up reaches nobody, also not whoever has the slot next")
    func lateAnswer() async throws {
        let waiting = Mutex<[Responder]>([])
        let server = try server({ $0.loops = 1 }) { request, answer in
            if request.target.path == "/late" { waiting.withLock { $0.append(answer) } } else { answer(Response(.ok, body: .bytes([UInt8(ascii: "b")]))) }
        }
        var first: Client? = Client(server.port).get("/late")
        #expect(eventually { waiting.withLock { $0.count } == 1 })
        first?.breakOff()
        first = nil
        #expect(eventually { server.metrics().connections == 0 })
        let second = Client(server.port).get("/late")
        #expect(eventually { waiting.withLock { $0.count } == 2 })
        waiting.withLock { $0[0](Response(.ok, body: .bytes([UInt8(ascii: "x")]))) }
        waiting.withLock { $0[1](Response(.ok, body: .bytes([UInt8(ascii: "y")]))) }
        // The second answer to one request is not sent either.
        waiting.withLock { $0[1](Response(.ok, body: .bytes([UInt8(ascii: "z")]))) }
        #expect(second.answer().text == "y")
        #expect(second.get("/").answer().text == "b")
        await server.shutdown()
    }

    @Test("a large answer arrives whole at a slow reader")
    func largeAnswer() async throws {
        let body = (0..<3_000_000).map { UInt8(truncatingIfNeeded: $0 &* 31) }
        let server = try server { _, answer in answer(Response(.ok, body: .bytes(body))) }
        let client = Client(server.port, receiveBuffer: 4_096).get("/").get("/")
        #expect(client.answer().body == body)
        #expect(client.answer().body == body)
        await server.shutdown()
    }

    @Test("text is compressed where the client takes it, from 512 bytes on, and says that it varies")
    func compression() async throws {
        let server = try server { request, answer in
            let size = Int(request.target.path.dropFirst()) ?? 0
            answer(Response(.ok, fields: ["Content-Type": "text/html"], body: .bytes([UInt8](repeating: 97, count: size))))
        }
        let client = Client(server.port)
        let small = client.get("/511", "Accept-Encoding: gzip\r\n").answer()
        #expect(small.field("Content-Encoding") == nil && small.body.count == 511)
        let plain = client.get("/512").answer()
        #expect(plain.field("Content-Encoding") == nil && plain.body.count == 512 && plain.field("Vary") == "Accept-Encoding")
        let packed = client.get("/512", "Accept-Encoding: gzip\r\n").answer()
        #expect(packed.field("Content-Encoding") == "gzip" && packed.field("Vary") == "Accept-Encoding")
        var inflater = Inflater()
        #expect(try inflater.inflate(packed.body) == [UInt8](repeating: 97, count: 512))
        await server.shutdown()
    }

    @Test("a head that does not come in time is answered with 408, and bytes now and then buy no time")
    func slowloris() async throws {
        let server = try server({ $0.deadlines.head = 200_000_000 }, handler: Self.echo)
        let client = Client(server.port, milliseconds: 10)
        client.send("GET / HTTP/1.1\r\n")
        #expect(
            eventually {
                client.send("a: b\r\n")
                return client.fill() || client.isAtEnd
            })
        #expect(client.take(through: "\r\n\r\n").hasPrefix("HTTP/1.1 408 "))
        #expect(server.metrics().timeouts == 1)
        await server.shutdown()
    }

    @Test("a connection that says nothing is closed")
    func silent() async throws {
        let server = try server({ $0.deadlines.head = 50_000_000 }, handler: Self.echo)
        let client = Client(server.port)
        #expect(client.readToEnd() == "" && client.isAtEnd)
        await server.shutdown()
    }

    @Test("what an answer varies by is added to, on bodies and on streams")
    func varies() async throws {
        let numbers = Numbers()
        let server = try server { request, answer in
            var response = Response(.ok, fields: ["Content-Type": "text/html"], body: .bytes([UInt8](repeating: 97, count: 600)))
            if request.target.path == "/stream" { response = numbers.stream() }
            response.fields.append("Vary", "Origin")
            if request.target.path == "/two" { response.fields.append("Vary", "Cookie") }
            answer(response)
        }
        #expect(Client(server.port).get("/").answer().field("Vary") == "Origin, Accept-Encoding")
        #expect(Client(server.port).get("/two").answer().field("Vary") == "Origin, Cookie, Accept-Encoding")
        let head = Client(server.port).get("/stream").take(through: "\r\n\r\n")
        #expect(head.contains("Vary: Origin, Accept-Encoding\r\n"))
        await server.shutdown()
    }

    @Test("a handler that never answers is answered for with 503")
    func neverAnswered() async throws {
        let server = try server({ $0.deadlines.answer = 50_000_000 }) { _, _ in }
        #expect(Client(server.port).get("/").answer().status == 503)
        await server.shutdown()
    }

    @Test("connections beyond the bound are told so, and there is room again when one goes")
    func limitInAll() async throws {
        let server = try server({ $0.connections = 2 }, handler: Self.echo)
        var clients = [Client(server.port), Client(server.port)]
        for client in clients { #expect(client.get("/").answer().status == 200) }
        let refused = Client(server.port).answer()
        #expect(refused.status == 503 && refused.field("Retry-After") == "5" && refused.field("Connection") == "close")
        #expect(refused.field("Date")?.hasSuffix(" GMT") == true && refused.field("Content-Length") == "\(refused.body.count)")
        clients.removeLast()
        #expect(eventually { server.metrics().connections == 1 })
        #expect(Client(server.port).get("/").answer().status == 200)
        await server.shutdown()
    }

    @Test("every answer has a Date, and is logged once by its pattern")
    func logged() async throws {
        let records = Mutex<[AccessRecord]>([])
        let server = try server(log: { record in records.withLock { $0.append(record) } }) { _, answer in
            var response = Response(.created, body: .bytes([1]))
            response.route = "/things/{id}"
            answer(response)
        }
        let answer = Client(server.port).get("/things/7").answer()
        #expect(answer.field("Date")?.hasSuffix(" GMT") == true)
        let logged = records.withLock { $0 }
        #expect(logged.map(\.route) == ["/things/{id}"])
        #expect(logged.first?.status == 201 && logged.first?.peer == "127.0.0.1" && logged.first?.bytes == answer.head.utf8.count + 1)
        #expect(server.metrics().answers[2] == 1)
        await server.shutdown()
    }

    @Test("shutdown finishes what is in flight and says close")
    func graceful() async throws {
        let waiting = Mutex<Responder?>(nil)
        let server = try server { _, answer in waiting.withLock { $0 = answer } }
        let client = Client(server.port).get("/")
        #expect(eventually { waiting.withLock { $0 != nil } })
        async let done: Void = server.shutdown()
        #expect(eventually { Client(server.port).isAtEnd })
        waiting.withLock { $0?(Response(.ok, body: .bytes([9]))) }
        let answer = client.answer()
        #expect(answer.body == [9] && answer.field("Connection") == "close")
        await done
    }
}
}
