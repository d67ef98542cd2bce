import Activities
import Foundation
import Synchronization

/// Time that stands still until a test moves it.
final class ManualClock: ActivityClock {
    private struct State: Sendable {
        var now: Date
        var wakeUp: (date: Date, body: @Sendable () -> Void)?
    }

    private let state: Mutex<State>

    init(_ now: Date) { state = Mutex(State(now: now)) }

    var now: Date { state.withLock { $0.now } }
    /// When it was asked to wake somebody.
    var wakeUp: Date? { state.withLock { $0.wakeUp?.date } }

    func wake(at date: Date?, _ body: @escaping @Sendable () -> Void) {
        state.withLock { $0.wakeUp = date.map { ($0, body) } }
    }

    func set(_ now: Date) { state.withLock { $0.now = now } }

    /// Moves time and wakes whoever is due.
    func advance(to now: Date) {
        let body = state.withLock { state -> (@Sendable () -> Void)? in
            state.now = now
            guard let wakeUp = state.wakeUp, wakeUp.date <= now else { return nil }
            state.wakeUp = nil
            return wakeUp.body
        }
        body?()
    }
}
