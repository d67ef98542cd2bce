// The front door of Gateway: what programs meet. The JSON API and its description, JSON streams, APNs-compatible push, exports.
//
// Laws: strings become intent here and nowhere else; what is refused says what was wrong, where, and what would be right; a push
// token is never written where others than operators read; a log skips nothing.

import Activities
import HTTP
import Routing

/// Everything that programs meet, as one list of routes; made once, by the binary.
public struct Gateway: Sendable {
    private let api: API
    private let streams: LogStreams
    private let push: Push
    private let export: HistoryExport
    private let kinds: KindsList
    private let description: Description
    private let failures: Failures
    private let receipts: PushReceipts

    /// `receiptsAreKept` is told whenever the push log has grown; `report`, in one line, what went wrong on our side.
    public init(
        _ backend: Backend, push configuration: PushConfiguration = PushConfiguration(),
        receiptsAreKept: @escaping @Sendable () -> Void = {}, report: @escaping @Sendable (String) -> Void
    ) {
        api = API(backend: backend)
        streams = LogStreams(backend: backend, report: report)
        receipts = PushReceipts(log: backend.pushLog, areKept: receiptsAreKept, report: report)
        push = Push(backend: backend, configuration: configuration, receipts: receipts)
        export = HistoryExport(backend: backend)
        kinds = KindsList(backend: backend)
        description = Description(backend: backend)
        failures = Failures(report: report)
    }

    public var routes: [Route] { api.routes + streams.routes + push.routes + export.routes + kinds.routes + description.routes }

    /// Answers what a handler threw.
    public func response(to error: any Error, _ context: Context) -> Response { failures.response(to: error, context) }

    /// Answers what was refused before a handler.
    public func response(to refusal: Refusal, _ surface: Route.Surface, _ request: Request) -> Response {
        failures.response(to: refusal, surface, request)
    }

    /// A turn is visible: whoever reads the log is told to look.
    public func turnIsVisible(_ turn: FeedTurn) { streams.turnIsVisible(turn) }

    /// Returns once the receipt of every push that was answered is kept; for a shutdown, and before the push log is read.
    public func keepReceipts() { receipts.flush() }
}
