import Activities
import HTTP

/// Answers that many operations share.
extension Answer {
    /// What every operation may answer before it is known what was asked for.
    static let always: [Answer] = [
        .problem(.badRequest, "The request is not well formed."),
        .problem(.requestTimeout, "The request did not come in time."),
        .problem(.contentTooLarge, "The body is over 64 kB."),
        .problem(.uriTooLong, "The request line is over 8 kB."),
        .problem(.expectationFailed, "`Expect` asks for something else than `100-continue`."),
        .problem(.tooManyRequests, "Too many connections come from this address.", headers: [.retryAfter]),
        .problem(.requestHeaderFieldsTooLarge, "The header is over 16 kB, or has more than 100 fields."),
        .problem(.notImplemented, "The transfer coding is unknown."),
        .problem(
            .serviceUnavailable, "There is no place for a further connection, or the answer was not ready in time.", headers: [.retryAfter]),
        .problem(.httpVersionNotSupported, "This server speaks HTTP/1.1 and HTTP/1.0."),
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
            .problem(
                .serviceUnavailable, "The store does not answer, or too many commands wait; nothing was changed.", headers: [.retryAfter]),
            .problem(.insufficientStorage, "The disk is full; nothing was changed.", headers: [.retryAfter]),
        ]

    static let noActivity: [Answer] = [
        .problem(.notFound, "There is no such activity."),
        .problem(.gone, "The activity is beyond retention."),
    ]

    static let tooLargeContent = Answer.problem(.contentTooLarge, "Attributes and content state together are larger than 4096 bytes.")
    static let invalid = Answer.problem(.unprocessableContent, "A value does not fit; `pointer` says which.")
    static let badQuery = Answer.problem(.badRequest, "The query says something that is not known.")
    static let unreadable = Answer.problem(.serviceUnavailable, "The store cannot be read at this moment.", headers: [.retryAfter])
}

extension Answer.Header {
    static let retryAfter = Answer.Header(name: "Retry-After", schema: .string(pattern: "^[0-9]+$"), description: "Seconds.")
    static let authenticate = Answer.Header(
        name: "WWW-Authenticate", schema: .string(pattern: "^Bearer"), description: "What is asked for (RFC 6750).", isRequired: true)
    static let entityTag = Answer.Header(
        name: "ETag", schema: .string(pattern: "^\"[!#-~]+\"$"),
        description: "Names this version; goes into `If-Match` or `If-None-Match`.",
        isRequired: true)
}

extension Operation.Parameter {
    static let id = Operation.Parameter(name: "id", place: .path, schema: .activityID, description: "The activity's id.")

    static let lastEventID = [
        Operation.Parameter(
            name: "Last-Event-ID", place: .header, schema: .string(pattern: Patterns.position),
            description: "The `id:` of the last event that was read: what came after it is sent, each once."),
        Operation.Parameter(
            name: "last-event-id", place: .query, schema: .string(pattern: Patterns.position),
            description: "The same where no header can be set; the header wins."),
    ]

    static func page(of entries: String) -> [Operation.Parameter] {
        let limit = Schema.integer(1...Int64(Page.maximumLimit)).with("default", .integer(Int64(Page.usualLimit)))
        return [
            .query("limit", limit, "At most so many \(entries)."),
            .query("after", .string(pattern: Patterns.position), "The `next` of the page before; absent: the first page."),
        ]
    }

    /// `If-Match` and `If-None-Match`.
    static func condition(_ name: String, _ description: String) -> Operation.Parameter {
        Operation.Parameter(name: name, place: .header, schema: .string(pattern: Patterns.entityTags), description: description)
    }

    /// In a query.
    static func query(_ name: String, _ schema: Schema, _ description: String) -> Operation.Parameter {
        Operation.Parameter(name: name, place: .query, schema: schema, description: description)
    }
}
