import Dispatch
import Foundation
import Synchronization

/// The machine's wall clock with one timer.
///
/// A timer counts monotonic time, a wall clock may be stepped: so it sleeps at most `longestSleep` and then looks again, and it
/// calls only once the wall clock itself has reached the date.
public final class SystemClock: ActivityClock {
    /// How late a wake-up can be after the wall clock was set forward.
    public static let longestSleep: TimeInterval = 1

    private struct WakeUp: Sendable {
        var date: Date
        var body: @Sendable () -> Void
    }

    private let wakeUp = Mutex<WakeUp?>(nil)
    private let queue = DispatchQueue(label: "islet.clock", qos: .userInteractive)
    /// Dispatch does not mark its sources Sendable.
    private nonisolated(unsafe) let timer: any DispatchSourceTimer  // touched on `queue` alone, and when nobody else can any more

    public init() {
        timer = DispatchSource.makeTimerSource(flags: .strict, queue: queue)
        timer.setEventHandler { [weak self] in self?.look() }
        timer.schedule(deadline: .distantFuture)
        timer.activate()
    }

    deinit { timer.cancel() }

    public var now: Date { Date() }

    public func wake(at date: Date?, _ body: @escaping @Sendable () -> Void) {
        wakeUp.withLock { $0 = date.map { WakeUp(date: $0, body: body) } }
        queue.async { [weak self] in self?.arm() }
    }

    private func look() {
        let due = wakeUp.withLock { wakeUp -> WakeUp? in
            guard let set = wakeUp, set.date <= now else { return nil }
            wakeUp = nil
            return set
        }
        if let due { due.body() } else { arm() }
    }

    private func arm() {
        guard let date = wakeUp.withLock({ $0?.date }) else {
            timer.schedule(deadline: .distantFuture)
            return
        }
        let wait = min(max(date.timeIntervalSince(now), 0), Self.longestSleep)
        timer.schedule(deadline: .now() + .nanoseconds(Int(wait * 1e9)), leeway: .nanoseconds(0))
    }
}
