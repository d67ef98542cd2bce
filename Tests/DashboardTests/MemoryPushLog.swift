import Activities
import Foundation
import Synchronization

/// Keeps receipts in memory, as the store does on disk.
final class MemoryPushLog: PushLog {
    private struct State {
        var receipts: [PushReceipt] = []
        var lastNumber: UInt64 = 0
        var lastRemoval: UInt64 = 0
    }

    private let state = Mutex(State())

    func keep(_ receipts: [PushReceipt]) throws -> [PushReceipt] {
        state.withLock { state in
            let numbered = receipts.enumerated().map { index, receipt in
                var receipt = receipt
                receipt.number = state.lastNumber + UInt64(index) + 1
                return receipt
            }
            state.lastNumber += UInt64(receipts.count)
            state.receipts += numbered
            return numbered
        }
    }

    /// Those of one activity, or the oldest so many.
    func remove(activity: String) { remove { receipts in receipts.removeAll { $0.activityID == activity } } }
    func remove(oldest count: Int) { remove { $0.removeFirst(min(count, $0.count)) } }

    private func remove(_ body: (inout [PushReceipt]) -> Void) {
        state.withLock { state in
            let before = state.receipts.count
            body(&state.receipts)
            guard state.receipts.count < before else { return }
            state.lastNumber += 1
            state.lastRemoval = state.lastNumber
        }
    }

    func receipts(before number: UInt64?, limit: Int) throws -> [PushReceipt] {
        state.withLock { state in Array(state.receipts.filter { $0.number < number ?? .max }.reversed().prefix(limit)) }
    }
    func receipts(after number: UInt64, limit: Int) throws -> [PushReceipt] {
        state.withLock { state in Array(state.receipts.filter { $0.number > number }.prefix(limit)) }
    }
    func lastNumber() throws -> UInt64 { state.withLock { $0.lastNumber } }
    func lastRemoval() throws -> UInt64 { state.withLock { $0.lastRemoval } }
}
