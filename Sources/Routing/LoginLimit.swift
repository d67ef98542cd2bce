import Foundation
import Synchronization

/// How often a login may fail: per peer and in all, counted in fixed windows.
final class LoginLimit: Sendable {
    /// Failures of one peer in a window.
    static let perPeer = 10
    /// Failures of all peers in a window.
    static let inAll = 300
    /// Seconds.
    static let window: TimeInterval = 60
    /// A window counts this many peers one by one, the others only in all.
    static let peers = 256

    private struct Window {
        var start: Date = .distantPast
        var all = 0
        var byPeer: [String: Int] = [:]
    }

    private let state = Mutex(Window())

    /// Takes one attempt before its token is looked at, so that many at once cannot slip through; nil, or the seconds to wait.
    func take(_ peer: String, at now: Date) -> Int? {
        state.withLock { window in
            let age = now.timeIntervalSince(window.start)
            if age < 0 || age >= LoginLimit.window { window = Window(start: now) }
            guard window.all < LoginLimit.inAll, window.byPeer[peer, default: 0] < LoginLimit.perPeer else {
                return max(1, Int((LoginLimit.window - now.timeIntervalSince(window.start)).rounded(.up)))
            }
            window.all += 1
            if window.byPeer[peer] != nil || window.byPeer.count < LoginLimit.peers { window.byPeer[peer, default: 0] += 1 }
            return nil
        }
    }

    /// Gives an attempt back that succeeded.
    func giveBack(_ peer: String) {
        state.withLock { window in
            window.all = max(0, window.all - 1)
            if let count = window.byPeer[peer] { window.byPeer[peer] = max(0, count - 1) }
        }
    }
}
