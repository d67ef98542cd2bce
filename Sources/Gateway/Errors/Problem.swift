import Activities
import Answers
import HTTP
import Routing

/// What went wrong, for a program: `application/problem+json` (RFC 9457).
struct Problem {
    let status: Status
    let detail: String
    /// JSON Pointer to what does not fit (RFC 6901); nil: nothing in the body.
    var pointer: String?

    init(_ status: Status, _ detail: String, pointer: String? = nil) {
        self.status = status
        self.detail = detail
        self.pointer = pointer
    }

    init(_ error: any Error) {
        switch error {
        case let error as ActivityError: self.init(error.status, error.message)
        case GatewayError.gone: self.init(.gone, "This activity is over, and its last card has been put away.")
        default: self.init(.internalServerError, "Something went wrong here; it has been noted.")
        }
    }

    var response: Response {
        var object: [String: JSON] = [
            "type": .string("about:blank"), "title": .string(status.reason), "status": .integer(Int64(status.code)), "detail": .string(detail),
        ]
        object["pointer"] = pointer.map(JSON.string)
        var fields: Fields = ["Content-Type": MediaType.problemJSON.description, "Cache-Control": "no-store"]
        if status == .serviceUnavailable || status == .insufficientStorage { fields["Retry-After"] = "5" }
        return Response(status, fields: fields, body: .bytes(JSON.object(object).bytes))
    }
}
