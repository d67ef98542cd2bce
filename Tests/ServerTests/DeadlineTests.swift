import HTTP
import Synchronization
import Testing

@testable import Server

/// Deadlines over real sockets, one nanosecond before and at the instant, with a clock that stands still.
extension SocketTests { @Suite struct DeadlineTests {
    private let clock = HeldClock()
    private let deadlines = Deadlines()

    private func server(_ change: (inout ServerConfiguration) -> Void = { _ in }, handler: @escaping Handler) throws -> WebServer {
        try ServerTests.server(
            {
                $0.loops = 1
                change(&$0)
            }, clock: clock.server, handler: handler)
    }

    /// Nothing is timed out at one nanosecond before the deadline; at the deadline, something is.
    private func expectTimeout(of server: WebServer, after deadline: Nanoseconds) {
        #expect(clock.passTicks())
        clock.move(by: deadline - 1)
        #expect(clock.passTicks())
        #expect(server.metrics().timeouts == 0)
        clock.move(by: 1)
        #expect(eventually { server.metrics().timeouts == 1 })
    }

    @Test("a body slower than the minimum rate is answered with 408, and each byte buys its share")
    func bodyRate() async throws {
        let server = try server { _, answer in answer(Response(.ok)) }
        let client = Client(server.port)
        let bytes = Int(deadlines.minimumRate) * 2
        client.send("POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 10000\r\n\r\n" + String(repeating: "x", count: bytes))
        expectTimeout(of: server, after: deadlines.grace + 2_000_000_000)
        #expect(client.answer().status == 408)
        await server.shutdown()
    }

    @Test("while the server stops, a request that is past its deadline is answered with 408 once")
    func stoppingTimeout() async throws {
        let server = try server({ $0.deadlines.shutdown = .seconds(60) }) { _, answer in answer(Response(.ok)) }
        let client = Client(server.port)
        client.send("GET / HTTP/1.1\r\nHost: a\r\n\r\nGET / HTTP/1.1\r\nHost")
        #expect(client.answer().status == 200)
        let stopped = Task { await server.shutdown() }
        #expect(eventually { Client(server.port).isAtEnd })
        clock.move(by: deadlines.head)
        #expect(clock.passTicks(3))
        #expect(server.metrics().timeouts == 1)
        #expect(client.answer().status == 408)
        #expect(client.readToEnd() == "" && client.isAtEnd)
        clock.move(by: deadlines.linger)
        await stopped.value
    }

    @Test("an answer that is taken slower than the minimum rate is cut")
    func answerRate() async throws {
        let server = try server { _, answer in answer(Response(.ok, body: .bytes([UInt8](repeating: 0, count: 30_000_000)))) }
        let client = Client(server.port, receiveBuffer: 4_096).get("/")
        #expect(eventually { server.metrics().bytes > 0 })
        #expect(clock.passTicks())
        clock.move(by: deadlines.grace)
        #expect(clock.passTicks())
        // What the kernel took counts as taken.
        #expect(server.metrics().timeouts == 0)
        clock.move(by: 30_000_000 / deadlines.minimumRate * 1_000_000_000)
        #expect(eventually { server.metrics().timeouts == 1 && server.metrics().connections == 0 })
        withExtendedLifetime(client) {}
        await server.shutdown()
    }

    @Test("a request that its handler never answers is answered with 503 at the deadline")
    func answering() async throws {
        let kept = Mutex<Responder?>(nil)
        let server = try server { _, answer in kept.withLock { $0 = answer } }
        let client = Client(server.port).get("/")
        #expect(eventually { kept.withLock { $0 != nil } })
        expectTimeout(of: server, after: deadlines.answer)
        #expect(client.answer().status == 503)
        await server.shutdown()
    }

    @Test("after a refusal as many bytes are read as the bound allows, one more closes the connection")
    func linger() async throws {
        let server = try server { _, answer in answer(Response(.ok)) }
        let client = Client(server.port)
        #expect(client.send("nonsense\r\n\r\n").readToEnd().hasPrefix("HTTP/1.1 400 "))
        client.send([UInt8](repeating: 120, count: Connection.lingerBound))
        #expect(clock.passTicks(3))
        #expect(server.metrics().connections == 1)
        client.send([120])
        #expect(eventually { server.metrics().connections == 0 })
        await server.shutdown()
    }

    @Test("a subscriber may say as much as is ignored, one byte more cuts it")
    func ignored() async throws {
        let numbers = Numbers()
        let server = try server { _, answer in answer(numbers.stream()) }
        let client = Client(server.port).get("/")
        _ = client.take(through: "retry: 1000\n\n\r\n")
        client.send([UInt8](repeating: 120, count: Subscribers.ignoredBound))
        #expect(clock.passTicks(3))
        #expect(server.metrics().streams == 1)
        client.send([120])
        #expect(eventually { server.metrics().streams == 0 })
        await server.shutdown()
    }

    @Test("a subscriber that takes a little of a frame again and again is cut at the write deadline all the same")
    func trickle() async throws {
        let numbers = Numbers(padding: 30_000_000)
        let server = try server({ $0.deadlines.write = $0.deadlines.tick * 20 }) { _, answer in answer(numbers.stream()) }
        let client = Client(server.port, receiveBuffer: 65_536).get("/")
        _ = client.take(through: "retry: 1000\n\n\r\n")
        numbers.publish()
        var progress = 0
        while server.metrics().cuts == 0 {
            let before = server.metrics().bytes
            guard client.fill() else { break }
            _ = client.take(client.buffer.count)
            #expect(clock.passTicks(0))
            if server.metrics().bytes > before { progress += 1 }
        }
        #expect(server.metrics().cuts == 1 && server.metrics().streams == 0)
        #expect(progress > 0)
        await server.shutdown()
    }

    @Test("shutdown is over at its deadline, whatever hangs, and that with a tick is well within five seconds")
    func shutdownBound() async throws {
        #expect(deadlines.shutdown + deadlines.tick <= 4_000_000_000)
        let numbers = Numbers(padding: 5_000_000)
        let kept = Mutex<Responder?>(nil)
        let server = try server { request, answer in
            if request.target.path == "/stuck" { kept.withLock { $0 = answer } } else { answer(numbers.stream()) }
        }
        let stuck = Client(server.port).get("/stuck")
        let stalled = Client(server.port, receiveBuffer: 4_096).get("/")
        _ = stalled.take(through: "retry: 1000\n\n\r\n")
        numbers.publish()
        #expect(eventually { kept.withLock { $0 != nil } && server.metrics().slowReaders == 1 })
        let isOver = Mutex(false)
        async let done: Void = {
            await server.shutdown()
            isOver.withLock { $0 = true }
        }()
        #expect(eventually { Client(server.port).isAtEnd })
        clock.move(by: deadlines.shutdown - 1)
        #expect(clock.passTicks())
        #expect(!isOver.withLock { $0 } && server.metrics().connections == 2)
        clock.move(by: 1)
        await done
        #expect(server.metrics().connections == 0 && numbers.attached == 0)
        withExtendedLifetime((stuck, stalled)) {}
    }
}
}
