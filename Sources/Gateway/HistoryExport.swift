import Activities
import HTTP
import Routing

/// Past activities as JSON lines (http.md, "Pages").
struct HistoryExport: Sendable {
    let backend: Backend

    var routes: [Route] { [] }
}
