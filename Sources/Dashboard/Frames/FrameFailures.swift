import Foundation
import Synchronization

/// Says that frames cannot be rendered, at most once a minute however many readers ask for one.
final class FrameFailures: Sendable {
    /// Seconds between two lines.
    static let pause: TimeInterval = 60

    private struct State {
        var last: Date?
        var unsaid = 0
    }

    private let state = Mutex(State())
    private let clock: @Sendable () -> Date
    private let report: @Sendable (String) -> Void

    init(clock: @escaping @Sendable () -> Date, report: @escaping @Sendable (String) -> Void) {
        self.clock = clock
        self.report = report
    }

    func callAsFunction(_ error: any Error) {
        let now = clock()
        let unsaid: Int? = state.withLock { state in
            if let last = state.last, abs(now.timeIntervalSince(last)) < Self.pause {
                state.unsaid += 1
                return nil
            }
            defer { state = State(last: now) }
            return state.unsaid
        }
        guard let unsaid else { return }
        report("a live frame could not be rendered: \(error)" + (unsaid == 0 ? "" : " (and \(unsaid) more since the last line)"))
    }
}
