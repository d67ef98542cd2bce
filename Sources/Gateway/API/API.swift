import Activities
import HTTP
import Routing

/// The JSON API (http.md, "JSON API").
struct API: Sendable {
    private let list: ActivityList
    private let start: ActivityStart
    private let reading: ActivityReading
    private let content: ContentReplacement
    private let actions: ActivityActions
    private let settings: SettingsResource

    init(backend: Backend) {
        list = ActivityList(backend: backend)
        start = ActivityStart(backend: backend)
        reading = ActivityReading(backend: backend)
        content = ContentReplacement(backend: backend)
        actions = ActivityActions(backend: backend)
        settings = SettingsResource(backend: backend)
    }

    var routes: [Route] { list.routes + start.routes + reading.routes + content.routes + actions.routes + settings.routes }
}

extension Context {
    /// The `{id}` of the path.
    var activityID: String { parameters["id"] ?? "" }
}
