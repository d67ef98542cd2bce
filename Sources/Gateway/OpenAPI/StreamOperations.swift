import HTTP

/// The log as it happens, and as an export (http.md, "Live streams").
enum StreamOperations {
    static let tag = "Events"

    static var all: [Operation] { [events, activityEvents] }

    private static let details = """
        A stream that goes on until one side ends it. Each event's `event:` says what happened, its `data:` is one line of JSON (an \
        `Event`), and its `id:` is a place in the log, `epoch-sequence`. A reader that comes back with the last id that it read gets \
        exactly what it missed, each once; one with none, or with one that is no longer known, gets a `reset` (its data: a `Reset`) and \
        then what happens from then on. Comments keep silent connections open. `HEAD` answers as `GET` would, without the stream.
        """

    private static let stream = Answer(
        status: .ok, description: "The stream.",
        content: ["text/event-stream": Schema.string().described("Server-sent events; the data of each is an `Event` or a `Reset`.")],
        headers: [
            Answer.Header(
                name: "X-Accel-Buffering", schema: .constant("no"), description: "Nobody on the way holds back what was sent.",
                isRequired: true)
        ])

    private static let events = Operation(
        method: .get, path: "/api/events", id: "streamEvents", tag: tag, access: .operator, summary: "Follow everything that happens",
        details: details, parameters: Operation.Parameter.lastEventID, answers: Answer.closed + [stream, .unreadable], isEndless: true)

    private static let activityEvents = Operation(
        method: .get, path: "/api/activities/{id}/events", id: "streamActivityEvents", tag: tag, access: .link,
        summary: "Follow one activity", details: details, parameters: [.id] + Operation.Parameter.lastEventID,
        answers: Answer.guarded + Answer.noActivity + [
            stream, .unreadable,
            Answer(status: .noContent, description: "It is dismissed, and all about it has been read: `EventSource` stops here."),
        ], isEndless: true)
}
