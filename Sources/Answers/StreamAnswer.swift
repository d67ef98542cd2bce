import HTTP

extension Response {
    /// The head of an event stream: nobody between may keep, change or hold back what follows (http.md, "Live streams").
    public static func stream(_ stream: EventStream) -> Response {
        let fields: Fields = [
            "Content-Type": "text/event-stream; charset=utf-8", "Cache-Control": "no-cache, no-transform", "X-Accel-Buffering": "no",
        ]
        return Response(.ok, fields: fields, body: .stream(stream))
    }
}

extension ServerSentEvent {
    /// How long this reader waits before it comes again: another for each, so that a restart makes no storm.
    public static var retry: ServerSentEvent { ServerSentEvent(retry: Int.random(in: retryMilliseconds)) }

    static let retryMilliseconds = 1_000...4_000
}
