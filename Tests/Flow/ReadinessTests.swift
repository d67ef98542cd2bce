import Activities
import Foundation
import Store
import Synchronization
import Testing

@testable import islet

/// http.md: `/readyz` says whether the store takes writes.
@Suite struct ReadinessTests {
    private struct Full: Error {}

    @Test func `the store is asked once a second, however many ask, and what it says is passed on`() async {
        let date = Mutex(Date(timeIntervalSince1970: 1_800_000_000))
        let probes = Mutex(0)
        let isFull = Mutex(false)
        let readiness = Readiness(now: { date.withLock { $0 } }) {
            probes.withLock { $0 += 1 }
            if isFull.withLock({ $0 }) { throw Full() }
        }
        for _ in 0..<5 { #expect(await readiness.isReady()) }
        #expect(probes.withLock { $0 } == 1)
        isFull.withLock { $0 = true }
        date.withLock { $0 += Readiness.period - 0.001 }
        #expect(await readiness.isReady() && probes.withLock { $0 } == 1)
        date.withLock { $0 += 0.001 }
        #expect(await !readiness.isReady() && probes.withLock { $0 } == 2)
        isFull.withLock { $0 = false }
        // A clock that was put back holds nothing up.
        date.withLock { $0 -= 3_600 }
        #expect(await readiness.isReady())
    }

    @Test func `a store that takes writes is ready, as often as it is asked`() throws {
        let store = try Store(inMemorySince: Date(timeIntervalSince1970: 0))
        for second in 0..<3 { try store.probe(now: Date(timeIntervalSince1970: Double(second))) }
    }
}
