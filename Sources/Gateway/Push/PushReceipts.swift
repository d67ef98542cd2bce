import Activities
import Dispatch
import Foundation
import Synchronization

/// Writes receipts behind the pushes' backs: whoever pushes waits for no log, and a log that cannot be written fails no push.
final class PushReceipts: Sendable {
    /// Receipts that wait while the store is slow; beyond it the oldest are dropped and counted.
    static let bound = 4096
    /// Receipts of one transaction: a change that is due meanwhile waits for it.
    static let atOnce = 256
    /// Receipts of one second that are kept of pushes whose token is nobody's. Anyone may send them: without a bound they would push
    /// those of honest senders out of the queue and of the log.
    static let strangersPerSecond = 20
    /// How long a receipt may wait for others, in milliseconds: a commit for each would hold up the commits of the pushes.
    static let patience = 20

    private struct State: Sendable {
        /// A ring once it is full.
        var waiting: [PushReceipt] = []
        var oldest = 0
        var dropped = 0
        var isScheduled = false
        private var strangers = (second: Int64.min, count: 0)

        mutating func add(_ receipt: PushReceipt) {
            guard receipt.kind != nil || mayBeKept(receipt.date) else { return dropped += 1 }
            guard waiting.count >= PushReceipts.bound else { return waiting.append(receipt) }
            waiting[oldest] = receipt
            oldest = (oldest + 1) % PushReceipts.bound
            dropped += 1
        }

        private mutating func mayBeKept(_ date: Date) -> Bool {
            let second = Int64(date.timeIntervalSince1970.rounded(.down))
            if strangers.second != second { strangers = (second, 0) }
            strangers.count += 1
            return strangers.count <= PushReceipts.strangersPerSecond
        }

        mutating func takeAll() -> (receipts: [PushReceipt], dropped: Int) {
            defer { (waiting, oldest, dropped, isScheduled) = ([], 0, 0, false) }
            return (Array(waiting[oldest...] + waiting[..<oldest]), dropped)
        }
    }

    private let log: any PushLog
    private let areKept: @Sendable () -> Void
    private let report: @Sendable (String) -> Void
    private let queue = DispatchQueue(label: "islet.pushes", qos: .utility)
    private let state = Mutex(State())
    private let untold = Mutex((count: 0, last: Date.distantPast))
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

    /// On the queue alone: all that wait.
    private func write() {
        let (receipts, dropped) = state.withLock { $0.takeAll() }
        tell(dropped, at: receipts.last?.date)
        for start in stride(from: 0, to: receipts.count, by: Self.atOnce) {
            write(Array(receipts[start..<min(start + Self.atOnce, receipts.count)]))
        }
    }

    /// At most a line a second: a flood of pushes is not to become one of lines.
    private func tell(_ dropped: Int, at date: Date?) {
        let count = untold.withLock { untold in
            untold.count += dropped
            guard untold.count > 0, let date, abs(date.timeIntervalSince(untold.last)) >= 1 else { return 0 }
            defer { untold = (0, date) }
            return untold.count
        }
        if count > 0 { report("\(count) receipts of pushes were left out of the log: they came too fast, or from strangers") }
    }

    private func write(_ receipts: [PushReceipt]) {
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
