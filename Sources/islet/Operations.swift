import HTTP
import Routing

/// What whoever runs the server asks it.
enum Operations {
    static let routes = [
        Route(.get, "/healthz", .anyone, .api, .immediate { _ in Operations.alive })
    ]

    private static let alive = Response(
        .ok, fields: ["Content-Type": "text/plain; charset=utf-8", "Cache-Control": "no-store"], body: .bytes(Array("ok\n".utf8)))
}
