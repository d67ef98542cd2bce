import HTTP
import Routing

/// What whoever runs the server asks it.
enum Operations {
    static func routes(_ readiness: Readiness) -> [Route] {
        [
            Route(.get, "/healthz", .anyone, .api, .immediate { _ in Operations.alive }),
            Route(.get, "/readyz", .anyone, .api, .deferred { _ in await readiness.isReady() ? Operations.ready : Operations.unready }),
        ]
    }

    private static let alive = answer(.ok, "ok\n")
    private static let ready = answer(.ok, "ready\n")
    private static let unready = answer(.serviceUnavailable, "The store takes no writes at this moment.\n")

    private static func answer(_ status: Status, _ text: String) -> Response {
        Response(
            status, fields: ["Content-Type": "text/plain; charset=utf-8", "Cache-Control": "no-store"], body: .bytes(Array(text.utf8)))
    }
}
