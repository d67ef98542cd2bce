import Activities
import Dispatch
import Foundation
import Synchronization
import Testing

@testable import Gateway

/// Receipts are written behind the pushes' backs.
@Suite struct PushReceiptTests {
    private func receipt(_ number: Int) -> PushReceipt {
        PushReceipt(date: Date(milliseconds: 0), kind: "pizza-delivery", size: number, status: 200, apnsID: "", outcome: "")
    }

    private func stranger(_ number: Int, second: Int64) -> PushReceipt {
        PushReceipt(date: Date(milliseconds: second * 1_000 + Int64(number)), size: number, status: 400, apnsID: "", outcome: "")
    }

    @Test func `receipts that wait are kept in order, in one transaction, and who looks is told`() {
        let log = MemoryPushLog()
        let told = Mutex(0)
        let receipts = PushReceipts(log: log, areKept: { told.withLock { $0 += 1 } }, report: { Issue.record("\($0)") })
        log.hold {
            for number in 0..<3 { receipts.add(receipt(number)) }
        }
        receipts.flush()
        #expect(log.transactions.flatMap { $0.map(\.size) } == [0, 1, 2] && log.transactions.count <= 2)
        #expect(told.withLock { $0 } == log.transactions.count)
        receipts.flush()
        #expect(log.transactions.count <= 2, "nothing waits: nothing is written")
        receipts.add(receipt(3))
        receipts.flush()
        #expect(log.transactions.last?.map(\.size) == [3])
    }

    @Test func `the oldest are dropped and counted once too many wait`() {
        let log = MemoryPushLog()
        let lines = Mutex<[String]>([])
        let receipts = PushReceipts(log: log, areKept: {}, report: { line in lines.withLock { $0.append(line) } })
        // The first write hangs in the store: what comes meanwhile waits.
        log.hold {
            receipts.add(receipt(-1))
            log.untilAsked()
            for number in 0..<PushReceipts.bound { receipts.add(receipt(number)) }
            #expect(lines.withLock { $0 } == [])
            receipts.add(receipt(PushReceipts.bound))
        }
        receipts.flush()
        #expect(log.transactions.flatMap { $0.map(\.size) } == [-1] + Array(1...PushReceipts.bound))
        #expect(log.transactions.map(\.count).max() == PushReceipts.atOnce)
        #expect(lines.withLock { $0 } == ["1 receipts of pushes were left out of the log: they came too fast, or from strangers"])
    }

    @Test func `of pushes whose token is nobody's a bounded number a second is kept, and all of the others`() {
        let log = MemoryPushLog()
        let lines = Mutex<[String]>([])
        let receipts = PushReceipts(log: log, areKept: {}, report: { line in lines.withLock { $0.append(line) } })
        for second in [Int64(5), 6] {
            for number in 0...PushReceipts.strangersPerSecond { receipts.add(stranger(number, second: second)) }
            receipts.add(receipt(-1))
            receipts.flush()
        }
        let kept = Array(0..<PushReceipts.strangersPerSecond) + [-1]
        #expect(log.transactions.flatMap { $0.map(\.size) } == kept + kept)
        #expect(lines.withLock { $0 }.first == "1 receipts of pushes were left out of the log: they came too fast, or from strangers")
    }

    @Test func `a log that cannot be written loses them with one line, and is tried again`() {
        let log = MemoryPushLog()
        let lines = Mutex<[String]>([])
        let told = Mutex(0)
        let receipts = PushReceipts(
            log: log, areKept: { told.withLock { $0 += 1 } }, report: { line in lines.withLock { $0.append(line) } })
        log.fail(with: JournalError(reason: "the disk is full", isFull: true))
        for number in 0..<3 {
            receipts.add(receipt(number))
            receipts.flush()
        }
        #expect(lines.withLock { $0 } == ["Receipts of pushes cannot be kept: the disk is full"] && told.withLock { $0 } == 0)
        log.fail(with: nil)
        receipts.add(receipt(3))
        receipts.flush()
        #expect(lines.withLock { $0 }.dropFirst() == ["Receipts of pushes are kept again; 3 were lost"])
        #expect(log.transactions.map { $0.map(\.size) } == [[3]] && told.withLock { $0 } == 1)
    }
}

/// A push log in memory that can be held and fails on demand.
private final class MemoryPushLog: PushLog {
    private let kept = Mutex<(transactions: [[PushReceipt]], failure: JournalError?)>(([], nil))
    private let gate = Mutex(())
    private let asked = DispatchSemaphore(value: 0)

    var transactions: [[PushReceipt]] { kept.withLock { $0.transactions } }
    func fail(with error: JournalError?) { kept.withLock { $0.failure = error } }

    /// Nothing is kept until `body` has returned.
    func hold(_ body: () -> Void) { gate.withLock { _ in body() } }
    /// Returns once somebody wants to write.
    func untilAsked() { asked.wait() }

    func keep(_ receipts: [PushReceipt]) throws -> [PushReceipt] {
        asked.signal()
        return try gate.withLock { _ in
            try kept.withLock { state in
                if let failure = state.failure { throw failure }
                state.transactions.append(receipts)
                return receipts
            }
        }
    }

    func receipts(before number: UInt64?, limit: Int) throws -> [PushReceipt] { [] }
    func receipts(after number: UInt64, limit: Int) throws -> [PushReceipt] { [] }
    func lastNumber() throws -> UInt64 { 0 }
    func lastRemoval() throws -> UInt64 { 0 }
}
