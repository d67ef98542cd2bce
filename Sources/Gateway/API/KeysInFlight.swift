import Synchronization

/// The idempotency keys of starts that have not been answered yet.
final class KeysInFlight: Sendable {
    /// Each waits for the writer at the same time; whoever sends more keys than that at once is told to come back.
    static let bound = 1024

    enum Beginning { case begun, isRunning, isFull }

    private let bound: Int
    private let keys = Mutex<Set<String>>([])

    init(bound: Int = KeysInFlight.bound) { self.bound = bound }

    func begin(_ key: String) -> Beginning {
        keys.withLock { keys in
            if keys.contains(key) { return .isRunning }
            if keys.count >= bound { return .isFull }
            keys.insert(key)
            return .begun
        }
    }

    func end(_ key: String) { keys.withLock { _ = $0.remove(key) } }
}
