import HTTP

/// Answers that many operations share.
extension Answer {
    /// What every operation may answer: what is refused before it is known what was asked for has no body, what our own host, login or
    /// store says is a problem.
    static let always: [Answer] = [
        Answer(status: .badRequest, description: "The request is malformed, and the connection is closed."),
        Answer(status: .requestTimeout, description: "The request did not come in time."),
        Answer(status: .contentTooLarge, description: "The body is over 64 kB."),
        Answer(status: .uriTooLong, description: "The request line is over 8 kB."),
        Answer(status: .expectationFailed, description: "`Expect` asks for something else than `100-continue`."),
        Answer(status: .requestHeaderFieldsTooLarge, description: "The header is over 16 kB, or has more than 100 fields."),
        Answer(status: .notImplemented, description: "The transfer coding is unknown."),
        Answer(status: .serviceUnavailable, description: "There is no place for a further connection.", headers: [.retryAfter]),
        Answer(status: .httpVersionNotSupported, description: "Not HTTP/1.0 or HTTP/1.1."),
    ]

    /// What every operation but a push may answer besides.
    static let guarded: [Answer] =
        always + [
            .problem(.unauthorized, "The token is not known here.", headers: [.authenticate]),
            .problem(.misdirectedRequest, "This server does not answer for that `Host`."),
            .problem(.internalServerError, "Something went wrong on the server's side; it has been noted."),
        ]

    /// What an operation may answer that asks for a role.
    static let closed: [Answer] =
        guarded + [
            .problem(.unauthorized, "This needs a token.", headers: [.authenticate]),
            .problem(.forbidden, "The token does not allow this."),
        ]

    /// What an operation may answer that changes something.
    static let changing: [Answer] =
        closed + [
            .problem(.badRequest, "The body is no JSON, or nested deeper than 64."),
            .problem(.forbidden, "The request comes from another site's page."),
            .problem(.unsupportedMediaType, "The body was not sent as `application/json`."),
            .problem(.serviceUnavailable, "The store does not answer, or too many commands wait; nothing was changed.", headers: [.retryAfter]),
            .problem(.insufficientStorage, "The disk is full; nothing was changed.", headers: [.retryAfter]),
        ]

    static let noActivity: [Answer] = [
        .problem(.notFound, "There is no such activity."),
        .problem(.gone, "The activity is beyond retention."),
    ]

    static let tooLargeContent = Answer.problem(.contentTooLarge, "Attributes and content state together are larger than 4096 bytes.")
    static let invalid = Answer.problem(.unprocessableContent, "A value does not fit; `pointer` says which.")
    static let unreadable = Answer.problem(.serviceUnavailable, "The store cannot be read at this moment.", headers: [.retryAfter])
}

extension Answer.Header {
    static let retryAfter = Answer.Header(name: "Retry-After", schema: .string(pattern: "^[0-9]+$"), description: "Seconds.")
    static let authenticate = Answer.Header(
        name: "WWW-Authenticate", schema: .string(pattern: "^Bearer"), description: "What is asked for (RFC 6750).", isRequired: true)
    static let entityTag = Answer.Header(
        name: "ETag", schema: .string(pattern: "^(W/)?\"[^\"]*\"$"), description: "Names this version; goes into `If-Match` or `If-None-Match`.",
        isRequired: true)
}

extension Operation.Parameter {
    static let id = Operation.Parameter(name: "id", place: .path, schema: .activityID, description: "The activity's id.")

    static let lastEventID = [
        Operation.Parameter(
            name: "Last-Event-ID", place: .header, schema: .string(pattern: "^[^-]+-(0|[1-9][0-9]*)$"),
            description: "The `id:` of the last event that was read: what came after it is sent, each once."),
        Operation.Parameter(
            name: "last-event-id", place: .query, schema: .string(pattern: "^[^-]+-(0|[1-9][0-9]*)$"),
            description: "The same where no header can be set; the header wins."),
    ]

    /// In a query.
    static func query(_ name: String, _ schema: Schema, _ description: String) -> Operation.Parameter {
        Operation.Parameter(name: name, place: .query, schema: schema, description: description)
    }
}
