import HTTP
import Testing

@testable import Server

extension SocketTests { @Suite struct ListeningTests {
    private static let echo: Handler = { request, answer in answer(Response(.ok, body: .bytes(Array(request.target.path.utf8)))) }

    @Test("a port in use is one clear error, port 0 is one port for all loops")
    func portInUse() async throws {
        let server = try server({ $0.loops = 3 }, handler: Self.echo)
        var configuration = ServerConfiguration()
        configuration.port = server.port
        #expect(throws: ServerError.portInUse(host: "127.0.0.1", port: server.port)) {
            try WebServer(configuration, handler: Self.echo)
        }
        for _ in 0..<30 { #expect(Client(server.port).get("/").answer().status == 200) }
        await server.shutdown()
        #expect(Client(server.port).isAtEnd)
    }

    @Test("a host that is no address, or none of this machine, is refused")
    func hosts() async throws {
        #expect(throws: ServerError.badHost("example")) { try server({ $0.host = "example" }, handler: Self.echo) }
        #expect(throws: ServerError.badHost("203.0.113.1")) { try server({ $0.host = "203.0.113.1" }, handler: Self.echo) }
    }

    @Test("an IPv6 address is served", .enabled(if: Machine.hasIPv6))
    func addressOfSix() async throws {
        let server = try server({ $0.host = "::1" }) { request, answer in answer(Response(.ok, body: .bytes(Array(request.peer.utf8)))) }
        #expect(Client(server.port, at: "::1").get("/").answer().text == "::1")
        await server.shutdown()
    }
}
}
