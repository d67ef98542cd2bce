import Activities
import HTTP
import Routing

/// Pushes as Apple's provider API takes them (activitykit.md, "APNs-compatible push").
struct Push: Sendable {
    let backend: Backend

    var routes: [Route] { [] }
}
