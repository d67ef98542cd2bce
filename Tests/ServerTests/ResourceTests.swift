import Glibc
import HTTP
import Synchronization
import Testing

@testable import Server

/// What runs out: descriptors, memory, one client's share.
extension SocketTests { @Suite struct ResourceTests {
    @Test("without descriptors no accept spins, those that are there are served on, and it recovers")
    func descriptors() async {
        // In a process of its own, for the limit holds for the whole process.
        await #expect(processExitsWith: .success) {
            let clock = HeldClock()
            let server = try server({ $0.loops = 1 }, clock: clock.server) { _, answer in answer(Response(.ok)) }
            var clients = [Client(server.port)]
            #expect(clients[0].get("/").answer().status == 200)
            // Room for four more connections, whose both ends are here, and for the near end of one whose far end finds none.
            let bound = rlim_t((0..<Int32.max).lazy.filter { fcntl($0, F_GETFD) < 0 }.dropFirst(9).first ?? 0)
            var limit = rlimit(rlim_cur: bound, rlim_max: bound)
            #expect(setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit) == 0)
            for _ in 0..<4 {
                clients.append(Client(server.port))
                #expect(clients[clients.count - 1].get("/").answer().status == 200)
            }
            let waiting = Client(server.port).get("/")
            #expect(clock.passTicks(3))
            #expect(server.metrics().accepted == 5)
            // A loop that spins looks at the clock in every round.
            let before = clock.readings
            #expect(clock.passTicks(5))
            #expect(clock.readings - before < 100)
            #expect(clients[0].get("/").answer().status == 200)
            clients.removeLast()
            #expect(waiting.answer().status == 200)
            await server.shutdown()
            if server.metrics().accepted != 6 { exit(1) }
        }
    }

    @Test("an answer that many wait for is in memory once")
    func sharedAnswer() async throws {
        let body = [UInt8](repeating: 7, count: 32 << 20)
        let server = try server { _, answer in answer(Response(.ok, body: .bytes(body))) }
        let before = Machine.residentBytes
        let clients = (0..<16).map { _ in Client(server.port, receiveBuffer: 4_096).get("/") }
        #expect(eventually { server.metrics().answers[2] == 16 })
        #expect(Machine.residentBytes - before < 16 * body.count / 2)
        withExtendedLifetime(clients) {}
        await server.shutdown()
    }

    @Test("a slow reader holds the one frame that it is in, however many come")
    func slowReaderHoldsOne() async throws {
        let numbers = Numbers(padding: 4 << 20)
        let server = try server({ $0.loops = 1 }) { request, answer in
            answer(request.target.path == "/stream" ? numbers.stream() : Response(.noContent))
        }
        let slow = Client(server.port, receiveBuffer: 4_096).get("/stream")
        _ = slow.take(through: "retry: 1000\n\n\r\n")
        let other = Client(server.port)
        numbers.publish()
        #expect(eventually { server.metrics().slowReaders == 1 })
        let before = Machine.residentBytes
        for _ in 0..<100 {
            numbers.publish()
            #expect(other.get("/").answer().status == 204)
        }
        #expect(Machine.residentBytes - before < 200 << 20)
        #expect(server.metrics().frames == 1)
        withExtendedLifetime(slow) {}
        await server.shutdown()
    }

    @Test("behind a proxy an address has as many requests at once as it may have, one more is 429, others are not meant")
    func requestsPerAddress() async throws {
        let waiting = Mutex<[Responder]>([])
        let server = try server({
            $0.connectionsPerAddress = 2
            $0.trustedProxies = TrustedProxies([AddressRange("127.0.0.1/32")].compactMap { $0 })
        }) { request, answer in
            if request.target.path == "/wait" { waiting.withLock { $0.append(answer) } } else { answer(Response(.ok, body: .bytes(Array(request.peer.utf8)))) }
        }
        let client = "X-Forwarded-For: 198.51.100.7\r\n"
        // One after the other: each may be on a loop of its own.
        let held = (1...2).map { count in
            let one = Client(server.port).get("/wait", client)
            #expect(eventually { waiting.withLock { $0.count } == count })
            return one
        }
        #expect(Client(server.port).get("/", client).answer().status == 429)
        #expect(Client(server.port).get("/", "X-Forwarded-For: 198.51.100.8\r\n").answer().text == "198.51.100.8")
        waiting.withLock { $0[0](Response(.noContent)) }
        #expect(held[0].answer().status == 204)
        #expect(Client(server.port).get("/", client).answer().text == "198.51.100.7")
        waiting.withLock { $0[1](Response(.noContent)) }
        await server.shutdown()
    }

    @Test("an address has as many connections as it may have, one more is 503, until one goes", .enabled(if: Machine.outerAddress != nil))
    func connectionsPerAddress() async throws {
        let host = try #require(Machine.outerAddress)
        let server = try server({
            $0.host = host
            $0.connectionsPerAddress = 2
        }) { request, answer in answer(Response(.ok, body: .bytes(Array(request.peer.utf8)))) }
        var clients = (0..<2).map { _ in Client(server.port, at: host) }
        for client in clients { #expect(client.get("/").answer().text == host) }
        #expect(Client(server.port, at: host).readToEnd().hasPrefix("HTTP/1.1 503 "))
        clients.removeLast()
        #expect(eventually { server.metrics().connections == 1 })
        #expect(Client(server.port, at: host).get("/").answer().status == 200)
        await server.shutdown()
    }
}
}
