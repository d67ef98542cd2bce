import Activities
import Foundation
import Synchronization

/// A clock that goes only when it is told to, and wakes whom it has to.
final class ManualClock: ActivityClock {
    private struct State {
        var now = Date(timeIntervalSince1970: 1_800_000_000)
        var wakeUp: (date: Date, body: @Sendable () -> Void)?
    }

    private let state = Mutex(State())

    var now: Date { state.withLock { $0.now } }

    func wake(at date: Date?, _ body: @escaping @Sendable () -> Void) {
        let isDue = state.withLock { state in
            guard let date else {
                state.wakeUp = nil
                return false
            }
            guard date > state.now else { return true }
            state.wakeUp = (date, body)
            return false
        }
        if isDue { body() }
    }

    func advance(by seconds: Double) {
        let due = state.withLock { state -> (@Sendable () -> Void)? in
            state.now += seconds
            guard let wakeUp = state.wakeUp, wakeUp.date <= state.now else { return nil }
            state.wakeUp = nil
            return wakeUp.body
        }
        due?()
    }
}
