import Activities
import HTTP
import Routing

/// The JSON API (http.md, "JSON API").
struct API: Sendable {
    let backend: Backend

    var routes: [Route] { [] }
}
