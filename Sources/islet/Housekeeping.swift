import Activities
import Dispatch
import Foundation
import Store

/// Forgets what is past its retention, in small steps, now and then.
final class Housekeeping: Sendable {
    /// After a step that left more to do, and after one that did not; between two steps every waiting change is stored.
    static let pauses: (unfinished: DispatchTimeInterval, finished: DispatchTimeInterval) = (.milliseconds(200), .seconds(600))
    /// Of each table.
    static let rowsPerStep = Store.rowsPerPruneStep

    private let store: Store
    private let retention: TimeInterval
    private let clock: any ActivityClock
    private let log: LineLog
    private let forgottenPushes: @Sendable () -> Void
    private let queue = DispatchQueue(label: "islet.housekeeping", qos: .utility)

    /// `forgottenPushes` is called when receipts went from the push log.
    init(store: Store, retentionDays: Int, clock: any ActivityClock, log: LineLog, forgottenPushes: @escaping @Sendable () -> Void) {
        self.store = store
        retention = 86_400 * Double(retentionDays)
        self.clock = clock
        self.log = log
        self.forgottenPushes = forgottenPushes
    }

    /// Goes on as long as this object lives.
    func start() { schedule(after: Self.pauses.unfinished) }

    private func schedule(after pause: DispatchTimeInterval) {
        queue.asyncAfter(deadline: .now() + pause) { [weak self] in self?.step() }
    }

    private func step() {
        var isComplete = true
        do {
            isComplete = try prune()
        } catch {
            log.write(.error, "What is past its retention could not be forgotten: \(error)")
        }
        schedule(after: isComplete ? Self.pauses.finished : Self.pauses.unfinished)
    }

    /// One step as of now; false: there is more to do. Throws `JournalError`.
    func prune() throws -> Bool {
        let step = try store.prune(olderThan: clock.now.addingTimeInterval(-retention), now: clock.now)
        if step.hasForgottenPushes { forgottenPushes() }
        return step.isComplete
    }
}
