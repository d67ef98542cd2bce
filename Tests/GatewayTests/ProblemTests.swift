import Activities
import HTTP
import Testing

@testable import Gateway

@Suite struct ProblemTests {
    private func json(_ problem: Problem) throws -> JSON {
        guard case .bytes(let bytes) = problem.response.body else { return .null }
        return try JSON(bytes: bytes)
    }

    @Test("a problem says what it is about, and points at what does not fit")
    func members() {
        let response = Problem(.unprocessableContent, "No.", pointer: "/attributes/a").response
        var text = ""
        if case .bytes(let bytes) = response.body { text = String(decoding: bytes, as: UTF8.self) }
        #expect(
            text
                == #"{"detail":"No.","errors":[{"detail":"No.","pointer":"/attributes/a"}],"pointer":"/attributes/a","status":422,"title":"Unprocessable Content","type":"about:blank"}"#
        )
        #expect(response.fields["Content-Type"] == "application/problem+json")
    }

    @Test("the domain's errors point by the names that bodies carry, all of them")
    func pointers() throws {
        let errors = [
            FieldError("numberOfPizzas", "One.", in: .attribute), FieldError("a.b", "Two.", in: .state),
            FieldError("alert.title", "Three."),
            FieldError("", "Four.", in: .state),
        ]
        let problem = Problem(ActivityError.invalid(errors))
        #expect(problem.status == .unprocessableContent && problem.detail == "One. Two. Three. Four.")
        #expect(problem.faults.map(\.pointer) == ["/attributes/numberOfPizzas", "/contentState/a/b", "/alert/title", "/contentState"])
        #expect(try json(problem)["pointer"] == .string("/attributes/numberOfPizzas"))
    }

    @Test("an authorization error carries its ActivityKit name and what helps", arguments: ActivityAuthorizationError.allCases)
    func authorization(_ error: ActivityAuthorizationError) throws {
        let json = try json(Problem(ActivityError.authorization(error)))
        #expect(json["error"] == .string(error.rawValue) && json["recoverySuggestion"] == .string(error.recoverySuggestion))
        #expect(json["detail"] == .string(error.failureReason))
    }

    @Test("a store that does not answer is no fault of whoever asked: 503 and 507, with a time to come back")
    func store() {
        for (isFull, code) in [(false, 503), (true, 507)] {
            for error in [JournalError(reason: "r", isFull: isFull), ActivityError.store(JournalError(reason: "r", isFull: isFull))]
                as [any Error]
            {
                let response = Problem(error).response
                #expect(response.status.code == code && response.fields["Retry-After"] == "5")
            }
        }
        #expect(Problem(ActivityError.busy).status.code == 503)
        #expect(Problem(CancellationError()).status.code == 500)
    }
}
