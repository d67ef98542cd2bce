import Foundation

/// One timer for the next instant at which anything falls due, however many activities there are. Its owner calls it on the executor.
struct Timekeeper: Sendable {
    /// How long it waits after a turn that could not be stored, so that a full disk does not make it spin.
    static let retryAfter: TimeInterval = 1

    let clock: any ActivityClock

    func arm(for next: Date?, failed: Bool, _ body: @escaping @Sendable () -> Void) {
        let earliest = failed ? clock.now.addingTimeInterval(Self.retryAfter) : Date.distantPast
        clock.wake(at: next.map { max($0, earliest) }, body)
    }
}
