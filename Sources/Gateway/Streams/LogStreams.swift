import Activities
import HTTP
import Routing

/// The JSON streams: the log, in order, each change once (http.md, "Live streams").
struct LogStreams: Sendable {
    let backend: Backend

    var routes: [Route] { [] }

    /// A turn is visible: whoever reads it is told to look.
    func turnIsVisible(_ turn: FeedTurn) {}
}
