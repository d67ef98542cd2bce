import Glibc
import Gzip
import HTTP
import Synchronization
import Testing

@testable import Server

extension SocketTests { @Suite struct SubscriberTests {
    @Test("head, preamble and first frame come at once, then each frame")
    func first() async throws {
        let numbers = Numbers()
        numbers.publish()
        let server = try server { _, answer in answer(numbers.stream()) }
        let client = Client(server.port).get("/")
        #expect(client.answer().field("Transfer-Encoding") == "chunked")
        #expect(client.chunk() == Array("retry: 1000\n\n".utf8))
        #expect(client.chunk() == Array("id: 1-1\ndata: \n\n".utf8))
        numbers.publish()
        #expect(client.chunk() == Array("id: 1-2\ndata: \n\n".utf8))
        await server.shutdown()
    }

    @Test("HEAD of a stream is its head, and the connection goes on")
    func head() async throws {
        let numbers = Numbers()
        let server = try server { _, answer in answer(numbers.stream()) }
        let client = Client(server.port)
        client.send("HEAD / HTTP/1.1\r\nHost: a\r\n\r\nHEAD / HTTP/1.1\r\nHost: a\r\n\r\n")
        for _ in 0..<2 { #expect(client.answer(toHead: true).field("Content-Type") == "text/event-stream") }
        #expect(server.metrics().streams == 0 && numbers.attached == 0)
        await server.shutdown()
    }

    @Test("HTTP/1.0 gets no chunks, and the end of the connection is the end of the stream")
    func oldVersion() async throws {
        let numbers = Numbers()
        let server = try server { _, answer in answer(numbers.stream()) }
        let client = Client(server.port).send("GET / HTTP/1.0\r\n\r\n")
        #expect(client.answer().field("Transfer-Encoding") == nil)
        numbers.publish(isLast: true)
        #expect(client.readToEnd() == "retry: 1000\n\nid: 1-1\ndata: \n\n")
        #expect(client.isAtEnd)
        await server.shutdown()
    }

    @Test("behind gzip each event is decodable as soon as it came")
    func gzip() async throws {
        let numbers = Numbers(padding: 3_000)
        let server = try server { _, answer in answer(numbers.stream()) }
        let client = Client(server.port).get("/", "Accept-Encoding: gzip\r\n")
        #expect(client.answer().field("Content-Encoding") == "gzip")
        var inflater = Inflater()
        #expect(try inflater.inflate(client.chunk() ?? []) == Array("retry: 1000\n\n".utf8))
        for number in 1...5 {
            numbers.publish()
            let text = String(decoding: try inflater.inflate(client.chunk() ?? []), as: UTF8.self)
            #expect(text.hasPrefix("id: 1-\(number)\n") && text.hasSuffix("x\n\n"))
        }
        await server.shutdown()
    }

    @Test("a thousand subscribers each get each of fifty frames or a newer one, and all end at the newest")
    func thousand() async throws {
        let numbers = Numbers(padding: 200)
        let server = try server { request, answer in
            if request.target.path == "/publish" {
                numbers.publish()
                answer(Response(.noContent))
            } else {
                answer(numbers.stream())
            }
        }
        let clients = (0..<1_000).map { _ in Client(server.port).get("/") }
        for client in clients { _ = client.take(through: "retry: 1000\n\n\r\n") }
        #expect(server.metrics().streams == 1_000)
        let publisher = Client(server.port)
        for _ in 0..<50 { #expect(publisher.get("/publish").answer().status == 204) }
        for client in clients {
            var last = 0
            while last < 50 {
                guard let chunk = client.chunk(), let number = Int(String(decoding: chunk.dropFirst(6).prefix { $0 != 10 }, as: UTF8.self))
                else { break }
                #expect(number > last)
                last = number
            }
            #expect(last == 50)
        }
        #expect(server.metrics().slowReaders == 0)
        await server.shutdown()
    }

    @Test("a slow reader delays nobody, skips what it was too slow for, and is brought to the newest")
    func slowReader() async throws {
        let numbers = Numbers(padding: 100_000)
        let server = try server { _, answer in answer(numbers.stream()) }
        let slow = Client(server.port, receiveBuffer: 4_096).get("/")
        _ = slow.take(through: "retry: 1000\n\n\r\n")
        let quick = Client(server.port).get("/")
        _ = quick.take(through: "retry: 1000\n\n\r\n")
        for number in 1...60 {
            numbers.publish()
            #expect(quick.chunk()?.starts(with: "id: 1-\(number)\n".utf8) == true)
        }
        #expect(server.metrics().slowReaders > 0)
        // The bytes that wait for it are fewer than the sixty frames it did not read.
        var frames = 0
        var isNewest = false
        while !isNewest, let chunk = slow.chunk(), !chunk.isEmpty {
            frames += 1
            isNewest = chunk.starts(with: "id: 1-60\n".utf8)
        }
        #expect(isNewest)
        #expect(frames < 30)
        await server.shutdown()
    }

    @Test("whoever takes nothing is cut")
    func cut() async throws {
        let numbers = Numbers(padding: 5_000_000)
        let server = try server({ $0.deadlines.write = 100_000_000 }) { _, answer in answer(numbers.stream()) }
        let client = Client(server.port, receiveBuffer: 4_096).get("/")
        _ = client.take(through: "retry: 1000\n\n\r\n")
        numbers.publish()
        #expect(eventually { server.metrics().cuts == 1 })
        #expect(server.metrics().streams == 0 && numbers.attached == 0)
        await server.shutdown()
    }

    @Test("a client that hung up is noticed without a write")
    func hangUp() async throws {
        let numbers = Numbers()
        let server = try server { _, answer in answer(numbers.stream()) }
        var clients = (0..<20).map { _ in Client(server.port).get("/") }
        for client in clients { _ = client.take(through: "retry: 1000\n\n\r\n") }
        #expect(server.metrics().streams == 20)
        clients.removeAll()
        #expect(eventually { server.metrics().streams == 0 && server.metrics().connections == 0 })
        #expect(numbers.attached == 0)
        await server.shutdown()
    }

    @Test("silence is broken by a comment, which gzip streams can decode too")
    func heartbeat() async throws {
        let numbers = Numbers()
        let server = try server({ $0.deadlines.heartbeat = 100_000_000 }) { _, answer in answer(numbers.stream()) }
        let plain = Client(server.port).get("/")
        let packed = Client(server.port).get("/", "Accept-Encoding: gzip\r\n")
        #expect(plain.take(through: "3\r\n:\n\n\r\n").hasSuffix("3\r\n:\n\n\r\n"))
        _ = packed.answer()
        var inflater = Inflater()
        _ = try inflater.inflate(packed.chunk() ?? [])
        for _ in 0..<3 { #expect(try inflater.inflate(packed.chunk() ?? []) == Array(":\n\n".utf8)) }
        await server.shutdown()
    }

    @Test("streams of a tag end together with a complete final chunk, others go on")
    func tags() async throws {
        let numbers = Numbers()
        let server = try server { request, answer in answer(numbers.stream(tag: request.target.path)) }
        let first = Client(server.port).get("/a")
        let second = Client(server.port).get("/b")
        for client in [first, second] { _ = client.take(through: "retry: 1000\n\n\r\n") }
        server.endStreams(tag: "/a")
        #expect(first.readToEnd() == "0\r\n\r\n")
        numbers.publish()
        #expect(second.chunk() == Array("id: 1-1\ndata: \n\n".utf8))
        await server.shutdown()
    }

    @Test("shutdown ends every stream with a complete final chunk")
    func shutdownEndsStreams() async throws {
        let numbers = Numbers()
        let server = try server { _, answer in answer(numbers.stream()) }
        let clients = (0..<50).map { _ in Client(server.port).get("/") }
        for client in clients { _ = client.take(through: "retry: 1000\n\n\r\n") }
        await server.shutdown()
        for client in clients { #expect(client.readToEnd() == "0\r\n\r\n") }
        #expect(numbers.attached == 0)
    }

    @Test("a last frame is followed by the final chunk and the close")
    func lastFrame() async throws {
        let numbers = Numbers()
        numbers.publish(isLast: true)
        let server = try server { _, answer in answer(numbers.stream()) }
        #expect(Client(server.port).get("/").readToEnd().hasSuffix("data: \n\n\r\n0\r\n\r\n"))
        await server.shutdown()
    }

    @Test("a pass asks the source once for all who stand at one cursor")
    func askedOnce() async throws {
        let numbers = Numbers()
        let server = try server({ $0.loops = 1 }) { _, answer in answer(numbers.stream(cursor: Cursor(0))) }
        let clients = (0..<100).map { _ in Client(server.port).get("/") }
        for client in clients { _ = client.take(through: "retry: 1000\n\n\r\n") }
        let before = numbers.asked
        numbers.publish()
        for client in clients { _ = client.take(through: "data: \n\n\r\n") }
        #expect(numbers.asked - before == 1)
        await server.shutdown()
    }

    @Test("descriptors return to where they were, after streams, hang-ups and shutdown")
    func descriptors() async throws {
        func count() -> Int { (0..<4_096).count { fcntl($0, F_GETFD) >= 0 } }
        let numbers = Numbers()
        // Dispatch keeps descriptors of its own from its first source on.
        await (try server { _, answer in answer(Response(.ok)) }).shutdown()
        let before = count()
        let server = try server { _, answer in answer(numbers.stream()) }
        var clients = (0..<100).map { _ in Client(server.port).get("/") }
        for client in clients { _ = client.take(through: "retry: 1000\n\n\r\n") }
        clients.removeFirst(50)
        #expect(eventually { server.metrics().streams == 50 })
        await server.shutdown()
        clients.removeAll()
        #expect(eventually { server.metrics().connections == 0 })
        #expect(count() <= before + 5)
    }
}
}
