import Activities
import Answers
import HTTP
import Routing

/// Turns refusals and errors into what programs read: problems (RFC 9457), and on the push surface Apple's reasons.
struct Failures: Sendable {
    /// Told of what is our own fault, without the path; never shown to those who ask.
    let report: @Sendable (String) -> Void

    func response(to error: any Error, _ context: Context) -> Response {
        let problem = Problem(error)
        if problem.status.code >= 500 { report("\(context.request.method.rawValue) failed: \(error)") }
        return context.surface == .push ? PushAnswer.refusal(problem.status, problem.detail, to: context.request) : problem.response
    }

    func response(to refusal: Refusal, _ surface: Route.Surface, _ request: Request) -> Response {
        if surface == .push { return PushAnswer.refusal(refusal.status, refusal.sentence, to: request) }
        return Problem(refusal.status, refusal.sentence).response
    }
}
