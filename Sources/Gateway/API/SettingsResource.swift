import Activities
import HTTP
import Routing

/// The settings; a PUT keeps what it leaves out.
struct SettingsResource: Sendable {
    let backend: Backend

    var routes: [Route] {
        [
            Route(.get, "/api/settings", .operator, .api, .immediate { _ in answer }),
            Route(.put, "/api/settings", .operator, .api, .deferred { try await change($0) }),
        ]
    }

    private var answer: Response { .json(backend.json(backend.board.settings)) }

    private func change(_ context: Context) async throws -> Response {
        var body = try JSONMembers(body: context.request.body)
        let change = SettingsChange(
            activitiesEnabled: body.present("activitiesEnabled"), timeZone: body.timeZone(), timerColor: body.present("timerColor"),
            stopwatchColor: body.present("stopwatchColor"))
        try body.finish { backend.center.problems(with: change) }
        _ = try await backend.center.perform(.changeSettings(change))
        return answer
    }
}

extension JSONMembers {
    /// `timeZone`: an IANA name; null: the machine's.
    fileprivate mutating func timeZone() -> SettingsChange.TimeZone? {
        let name: String? = optional("timeZone")
        return isNull("timeZone") ? .machine : name.map { .named($0) }
    }
}
