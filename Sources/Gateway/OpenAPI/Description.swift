import Activities
import HTTP
import Routing

/// `/openapi.json`: made once, for it changes only with the server.
struct Description: Sendable {
    private let bytes: [UInt8]

    init(backend: Backend) {
        let document = Document(kinds: backend.kinds, baseURL: backend.baseURL, isOpen: backend.isOpen, now: backend.clock())
        bytes = document.json.bytes
    }

    var routes: [Route] { [Route(.get, "/openapi.json", .anyone, .api, .immediate { _ in answer })] }

    private var answer: Response {
        Response(.ok, fields: ["Content-Type": MediaType.json.description, "Cache-Control": "no-cache"], body: .bytes(bytes))
    }
}
