import Activities
import Foundation
import Synchronization

/// How many pushes a token takes within a second (activitykit.md, "APNs-compatible push").
final class PushRate: Sendable {
    /// Pushes to one token within one second.
    static let perSecond = 100
    /// Pushes that are remembered over all tokens, more than this server takes within a second: without a bound whoever pushes to many
    /// activities would fill the memory. Beyond it what is remembered is forgotten, and everybody counts from nought.
    static let remembered = 131_072
    private static let window: Int64 = 1000

    private struct State: Sendable {
        /// In milliseconds, by token, oldest first.
        var times: [String: [Int64]] = [:]
        var count = 0
        var swept: Int64 = .min
    }

    private let state = Mutex(State())

    /// Counts one more; false: it is one too many, and does not count.
    func admits(_ token: String, at date: Date) -> Bool {
        let now = date.milliseconds
        return state.withLock { state in
            Self.sweep(&state, now)
            var times = state.times[token, default: []]
            state.count -= times.count
            times.removeAll { !Self.counts($0, now) }
            let admits = times.count < Self.perSecond
            if admits { times.append(now) }
            state.count += times.count
            state.times[token] = times
            return admits
        }
    }

    /// Within the second before now; one from the future is of a clock that was put back.
    private static func counts(_ time: Int64, _ now: Int64) -> Bool { time <= now && now - time < window }

    /// Once a second the tokens go that got nothing any more.
    private static func sweep(_ state: inout State, _ now: Int64) {
        if state.count >= remembered {
            state = State(swept: now)
        } else if now - window >= state.swept || now < state.swept {
            state.times = state.times.compactMapValues { times in times.last.map { counts($0, now) } == true ? times : nil }
            state.count = state.times.values.reduce(0) { $0 + $1.count }
            state.swept = now
        }
    }

    /// Tokens that are remembered.
    var tokens: Int { state.withLock { $0.times.count } }
}
