import HTTP
import Kinds
import Routing
import Testing

@testable import Gateway

@Suite struct OffLoopTests {
    @Test(
        "what reads a whole page is not answered on the loop that serves everybody else",
        arguments: ["/api/activities", "/api/activities/{id}/history", "/api/events", "/history.jsonl"])
    func deferred(_ pattern: String) throws {
        let route = try #require(OpenAPIHouse().gateway.routes.first { $0.pattern == pattern && $0.method == .get })
        guard case .deferred = route.action else {
            Issue.record("\(pattern) is answered at once")
            return
        }
    }
}
