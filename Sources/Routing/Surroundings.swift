import Dispatch
import Foundation

/// What access takes from outside: chance, time and somebody else's time; the one place where the real ones stand.
public struct Surroundings: Sendable {
    /// That many bytes that nobody can guess.
    public let random: @Sendable (_ count: Int) -> [UInt8]
    public let now: @Sendable () -> Date
    /// Has work done that may wait for a disk, one after the other, off the caller's thread.
    public let later: @Sendable (_ work: @escaping @Sendable () -> Void) -> Void

    public init(
        random: @escaping @Sendable (Int) -> [UInt8], now: @escaping @Sendable () -> Date,
        later: @escaping @Sendable (@escaping @Sendable () -> Void) -> Void = { Surroundings.queue.async(execute: $0) }
    ) {
        self.random = random
        self.now = now
        self.later = later
    }

    @usableFromInline static let queue = DispatchQueue(label: "islet.sessions", qos: .utility)

    /// The system's generator (getrandom on Linux) and the system's clock.
    public static let real = Surroundings(
        random: { count in
            var generator = SystemRandomNumberGenerator()
            return (0..<count).map { _ in UInt8.random(in: 0...255, using: &generator) }
        },
        now: { Date() }
    )

    /// A secret of 256 bits as 64 hex digits.
    public func secret() -> String { hex(random(32)) }
}
