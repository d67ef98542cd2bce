import Dispatch
import Foundation
import Synchronization

/// Whether the store takes writes: asked for by really writing, at most once a second, however many ask.
final class Readiness: Sendable {
    /// Seconds for which an answer holds.
    static let period: TimeInterval = 1

    private struct Known {
        var isReady = false
        var at = Date.distantPast
    }

    private let probe: @Sendable () throws -> Void
    private let now: @Sendable () -> Date
    /// One after the other, beside the threads that serve: a disk that hangs must hold up nobody else.
    private let queue = DispatchQueue(label: "islet.readiness", qos: .utility)
    private let known = Mutex(Known())

    init(now: @escaping @Sendable () -> Date, probe: @escaping @Sendable () throws -> Void) {
        self.now = now
        self.probe = probe
    }

    func isReady() async -> Bool {
        await withCheckedContinuation { continuation in
            queue.async { [self] in continuation.resume(returning: look()) }
        }
    }

    /// On the queue alone.
    private func look() -> Bool {
        let known = known.withLock { $0 }
        let age = now().timeIntervalSince(known.at)
        if age >= 0, age < Self.period { return known.isReady }
        let isReady = (try? probe()) != nil
        self.known.withLock { $0 = Known(isReady: isReady, at: now()) }
        return isReady
    }
}
