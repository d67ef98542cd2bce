import Activities
import Dispatch
import Foundation
import Synchronization

/// Writes receipts behind the pushes' backs: whoever pushes waits for no log, and a log that cannot be written fails no push.
final class PushReceipts: Sendable {
    /// Receipts that wait while the store is slow; beyond it the oldest are dropped and counted.
    static let bound = 4096
    /// How long a receipt may wait for others, in milliseconds: a commit for each would hold up the commits of the pushes.
    static let patience = 20

    private struct State: Sendable {
        /// A ring once it is full.
        var waiting: [PushReceipt] = []
        var oldest = 0
        var dropped = 0
        var isScheduled = false

        mutating func add(_ receipt: PushReceipt) {
            guard waiting.count >= PushReceipts.bound else { return waiting.append(receipt) }
            waiting[oldest] = receipt
            oldest = (oldest + 1) % PushReceipts.bound
            dropped += 1
        }

        mutating func takeAll() -> (receipts: [PushReceipt], dropped: Int) {
            defer { self = State() }
            return (Array(waiting[oldest...] + waiting[..<oldest]), dropped)
        }
    }

    private let log: any PushLog
    private let areKept: @Sendable () -> Void
    private let report: @Sendable (String) -> Void
    private let queue = DispatchQueue(label: "islet.pushes", qos: .utility)
    private let state = Mutex(State())
    /// What was lost since the store began to fail.
    private let lost = Mutex(0)

    /// `areKept` is told after each transaction that added receipts; `report` what was lost.
    init(log: any PushLog, areKept: @escaping @Sendable () -> Void, report: @escaping @Sendable (String) -> Void) {
        self.log = log
        self.areKept = areKept
        self.report = report
    }

    func add(_ receipt: PushReceipt) {
        let mustSchedule = state.withLock { state in
            state.add(receipt)
            defer { state.isScheduled = true }
            return !state.isScheduled
        }
        if mustSchedule { queue.asyncAfter(deadline: .now() + .milliseconds(Self.patience)) { [self] in write() } }
    }

    /// Returns once all that was added before is kept, or given up.
    func flush() { queue.sync { write() } }

    /// On the queue alone: all that wait, in one transaction.
    private func write() {
        let (receipts, dropped) = state.withLock { $0.takeAll() }
        if dropped > 0 { report("\(dropped) receipts of pushes were dropped: the store is too slow for them") }
        guard !receipts.isEmpty else { return }
        do {
            _ = try log.keep(receipts)
            let lost = lost.withLock { lost in
                defer { lost = 0 }
                return lost
            }
            if lost > 0 { report("Receipts of pushes are kept again; \(lost) were lost") }
            areKept()
        } catch {
            let isFirst = lost.withLock { lost in
                defer { lost += receipts.count }
                return lost == 0
            }
            // One line for as long as it fails, not one for each try.
            if isFirst { report("Receipts of pushes cannot be kept: \(error)") }
        }
    }
}
