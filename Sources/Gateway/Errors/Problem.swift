import Activities
import Answers
import HTTP
import Routing

/// What went wrong, for a program: `application/problem+json` (RFC 9457).
struct Problem: Error {
    /// Most faults of one body that are told one by one: a body of 64 kB may hold 10,000.
    static let maximumFaults = 32

    let status: Status
    let detail: String
    /// What does not fit in the body, in the order in which it was found.
    var faults: [Fault] = []
    /// ActivityKit's own name of the error, and what helps against it.
    var authorization: ActivityAuthorizationError?

    init(_ status: Status, _ detail: String) {
        self.status = status
        self.detail = detail
    }

    init(_ status: Status, _ detail: String, pointer: String) {
        self.init(status, detail)
        faults = [Fault(pointer, detail)]
    }

    /// Values that do not fit: 422 with all of them.
    init(_ faults: [Fault]) {
        let told = faults.prefix(Problem.maximumFaults)
        let rest = faults.count - told.count
        let sentences = told.map(\.detail) + (rest > 0 ? ["And \(rest) more."] : [])
        self.init(.unprocessableContent, sentences.isEmpty ? "A value does not fit." : sentences.joined(separator: " "))
        self.faults = Array(told)
    }

    init(_ error: any Error) {
        switch error {
        case let problem as Problem: self = problem
        case let error as ActivityError: self.init(error)
        case let error as JournalError: self.init(.store(error))
        case GatewayError.gone: self.init(.gone, "This activity is over, and its last card has been put away.")
        default: self.init(.internalServerError, "Something went wrong here; it has been noted.")
        }
    }

    private init(_ error: ActivityError) {
        if case .invalid(let errors) = error {
            self.init(errors.map(Fault.init))
        } else {
            self.init(error.status, error.message)
        }
        if case .authorization(let reason) = error { authorization = reason }
    }

    var response: Response {
        var object: [String: JSON] = [
            "type": .string("about:blank"), "title": .string(status.reason), "status": .integer(Int64(status.code)),
            "detail": .string(detail),
        ]
        if let first = faults.first {
            object["pointer"] = .string(first.pointer)
            object["errors"] = .array(faults.map { .object(["pointer": .string($0.pointer), "detail": .string($0.detail)]) })
        }
        if let authorization {
            object["error"] = .string(authorization.rawValue)
            object["recoverySuggestion"] = .string(authorization.recoverySuggestion)
        }
        var fields: Fields = ["Content-Type": MediaType.problemJSON.description, "Cache-Control": "no-store"]
        if status == .serviceUnavailable || status == .insufficientStorage { fields["Retry-After"] = "5" }
        return Response(status, fields: fields, body: .bytes(JSON.object(object).bytes))
    }
}
