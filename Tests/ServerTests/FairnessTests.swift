import Dispatch
import Glibc
import HTTP
import Synchronization
import Testing

@testable import Server

/// One client that never lets the loop rest, and the others.
extension SocketTests { @Suite struct FairnessTests {
    /// Answers its path and keeps the order; `/hold` waits on the loop until it is let go.
    private final class Order: Sendable {
        let paths = Mutex<[String]>([])
        let gate = DispatchSemaphore(value: 0)
        let isHeld = Atomic<Bool>(false)

        var handler: Handler {
            { [self] request, answer in
                paths.withLock { $0.append(request.target.path) }
                if request.target.path == "/hold" {
                    isHeld.store(true, ordering: .sequentiallyConsistent)
                    gate.wait()
                }
                answer(Response(.ok, body: .bytes(Array(request.target.path.utf8))))
            }
        }

        /// How many requests of the other were taken between the held one and this.
        func overtakers(of path: String) -> Int? {
            paths.withLock { paths in
                guard let held = paths.firstIndex(of: "/hold"), let one = paths.firstIndex(of: path) else { return nil }
                return one - held - 1
            }
        }
    }

    private static func pipeline(_ count: Int) -> String { (0..<count).map { "GET /\($0) HTTP/1.1\r\nHost: a\r\n\r\n" }.joined() }

    @Test("a client that pipelines is served a turn's worth before another that came meanwhile, not all it has asked for")
    func turns() async throws {
        let order = Order()
        let server = try server({ $0.loops = 1 }, handler: order.handler)
        let (greedy, other) = (Client(server.port), Client(server.port))
        #expect(other.get("/before").answer().text == "/before")
        greedy.send("GET /hold HTTP/1.1\r\nHost: a\r\n\r\n" + Self.pipeline(1_000))
        #expect(eventually { order.isHeld.load(ordering: .sequentiallyConsistent) })
        _ = other.get("/other")
        order.gate.signal()
        #expect(other.answer().text == "/other")
        #expect(try #require(order.overtakers(of: "/other")) < Connection.stepsBound)
        #expect(greedy.answer().text == "/hold")
        for number in 0..<1_000 { #expect(greedy.answer().text == "/\(number)") }
        await server.shutdown()
    }

    @Test("more than a whole turn of the loop holds is answered all the same, in order, also when its client has half-closed")
    func goesOn() async throws {
        let count = Connection.stepsBound * EventLoop.roundsBound * 2
        let order = Order()
        let server = try server({ $0.loops = 1 }, handler: order.handler)
        let client = Client(server.port)
        // Read beside the writing, or both would stand still with full sockets.
        let sender = DispatchQueue(label: "sender")
        sender.async { [descriptor = client.descriptor] in
            let bytes = Array(Self.pipeline(count).utf8)
            var sent = 0
            while sent < bytes.count {
                let taken = bytes[sent...].withUnsafeBytes { send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL)) }
                if taken <= 0 { break }
                sent += taken
            }
            shutdown(descriptor, Int32(SHUT_WR))
        }
        for number in 0..<count { #expect(client.answer().text == "/\(number)") }
        #expect(client.readToEnd() == "" && client.isAtEnd)
        sender.sync {}
        #expect(eventually { server.metrics().connections == 0 })
        await server.shutdown()
    }

    @Test("as many requests as a turn takes and one more are all answered", arguments: [-2, -1, 0, 1])
    func bound(_ more: Int) async throws {
        let count = Connection.stepsBound + more
        let server = try server({ $0.loops = 1 }, handler: Order().handler)
        let client = Client(server.port).send(Self.pipeline(count))
        for number in 0..<count { #expect(client.answer().text == "/\(number)") }
        await server.shutdown()
    }
} }
