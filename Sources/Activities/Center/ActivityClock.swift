import Foundation

/// The only thing that reads time.
public protocol ActivityClock: Sendable {
    var now: Date { get }
    /// Calls `body` once when `now` has reached `date`; replaces the wake-up that was set before. nil: none.
    func wake(at date: Date?, _ body: @escaping @Sendable () -> Void)
}
