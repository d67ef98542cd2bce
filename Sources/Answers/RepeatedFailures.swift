import Foundation
import Synchronization

/// Says that something fails which is tried again and again, at most once a minute however often it fails.
public final class RepeatedFailures: Sendable {
    /// Seconds between two lines.
    public static let pause: TimeInterval = 60

    private struct State {
        var last: Date?
        var unsaid = 0
    }

    private let sentence: String
    private let state = Mutex(State())
    private let clock: @Sendable () -> Date
    private let report: @Sendable (String) -> Void

    /// `sentence` says what fails; each line is this, and the error.
    public init(_ sentence: String, clock: @escaping @Sendable () -> Date, report: @escaping @Sendable (String) -> Void) {
        self.sentence = sentence
        self.clock = clock
        self.report = report
    }

    public func callAsFunction(_ error: any Error) {
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
        report("\(sentence): \(error)" + (unsaid == 0 ? "" : " (and \(unsaid) more since the last line)"))
    }
}
