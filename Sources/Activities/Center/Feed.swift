import Synchronization

/// What a turn changed, in the words that a subscriber needs to look for itself.
public struct FeedTurn: Sendable {
    /// Each once, in the order of their last change.
    public let ids: [String]
    public let settingsChanged: Bool
    /// The board's revision after it.
    public let revision: UInt64
    /// The same, change by change, for logs that skip nothing; moves of the mark alone are left out.
    public let changes: [Change]
    /// Those whose push token is another one now, which no viewer is shown: they need not be among `ids`.
    public let rotatedIDs: [String]
}

/// Announces turns that are durable and visible. Subscribers are called on the executor: they note and wake, they do not work.
public final class Feed: Sendable {
    public struct Token: Sendable, Hashable {
        fileprivate let number: UInt64
    }

    private struct State: Sendable {
        var next: UInt64 = 0
        var subscribers: [UInt64: @Sendable (FeedTurn) -> Void] = [:]
    }

    private let state = Mutex(State())

    public init() {}

    public func subscribe(_ subscriber: @escaping @Sendable (FeedTurn) -> Void) -> Token {
        state.withLock { state in
            state.next += 1
            state.subscribers[state.next] = subscriber
            return Token(number: state.next)
        }
    }

    public func unsubscribe(_ token: Token) {
        state.withLock { _ = $0.subscribers.removeValue(forKey: token.number) }
    }

    /// How many are told.
    var count: Int { state.withLock { $0.subscribers.count } }

    /// In the order of subscription.
    func publish(_ turn: FeedTurn) {
        let subscribers = state.withLock { $0.subscribers.sorted { $0.key < $1.key } }
        for (_, subscriber) in subscribers { subscriber(turn) }
    }
}
