import HTTP

/// What the server answers itself, before or instead of a handler: a status and a sentence as `application/problem+json` (RFC 9457),
/// each made once, so that refusing costs no more than writing.
enum OwnAnswers {
    static let requestTimeout = problem(.requestTimeout, "The request did not come in time.")
    static let answerTimeout = problem(
        .serviceUnavailable, "The answer was not ready in time; ask again in a moment.", ["Retry-After": "5"])
    static let tooManyOfAddress = problem(.tooManyRequests, "Too many connections come from this address.", ["Retry-After": "5"])
    static let tooManyInAll = problem(
        .serviceUnavailable, "There is no place for another connection at this moment.", ["Retry-After": "5", "Connection": "close"])

    static func refusal(_ reason: RequestError.Reason) -> Response { refusals[reason] ?? Response(reason.status) }

    private static let refusals = Dictionary(
        RequestError.Reason.allCases.map { reason in
            // Clients of pushes read the reason and nothing else.
            let member = reason == .bodyTooLarge ? ",\"reason\":\"PayloadTooLarge\"" : ""
            return (reason, problem(reason.status, reason.sentence, member: member))
        }
    ) { first, _ in first }

    /// None of the sentences holds what JSON would have to escape.
    private static func problem(_ status: Status, _ detail: String, _ more: Fields = Fields(), member: String = "") -> Response {
        let head = "{\"type\":\"about:blank\",\"title\":\"\(status.reason)\",\"status\":\(status.code),"
        var fields: Fields = [
            "Content-Type": MediaType.problemJSON.description, "Cache-Control": "no-store", "X-Content-Type-Options": "nosniff",
        ]
        for field in more.all { fields.append(field.name, field.value) }
        return Response(status, fields: fields, body: .bytes(Array((head + "\"detail\":\"\(detail)\"\(member)}").utf8)))
    }
}

extension RequestError.Reason {
    /// What was wrong, for whoever sent it.
    fileprivate var sentence: String {
        switch self {
        case .requestLineMalformed: "The request line is no HTTP/1.1 request line."
        case .requestLineTooLong: "The request line is too long."
        case .targetMalformed: "The request target is not well formed."
        case .versionUnknown: "This server speaks HTTP/1.1 and HTTP/1.0."
        case .connectRefused: "This server is no proxy."
        case .tooManyEmptyLines: "Too many empty lines stand before the request line."
        case .lineEndMalformed: "A line does not end in CR LF."
        case .fieldMalformed: "A header field is not well formed."
        case .fieldFolded: "A header field is folded over several lines."
        case .headTooLarge: "The header fields are too large."
        case .tooManyFields: "There are too many header fields."
        case .hostMissing: "The Host field is missing."
        case .hostRepeated: "There is more than one Host field."
        case .hostMalformed: "The Host field is not well formed."
        case .lengthMalformed: "The Content-Length is no number of bytes."
        case .lengthRepeated: "The Content-Length is given more than once."
        case .lengthWithCoding: "Content-Length and Transfer-Encoding exclude each other."
        case .codingMalformed: "The Transfer-Encoding is not well formed."
        case .codingUnknown: "The only Transfer-Encoding that is understood is chunked."
        case .codingInOldVersion: "HTTP/1.0 knows no Transfer-Encoding."
        case .chunkMalformed: "A chunk of the body is not well formed."
        case .chunkExtensionsTooLarge: "The extensions of the body's chunks are too large."
        case .trailersTooLarge: "The trailer fields are too large."
        case .bodyTooLarge: "The body is larger than this server takes."
        case .expectationUnknown: "The only expectation that can be met is 100-continue."
        }
    }
}
