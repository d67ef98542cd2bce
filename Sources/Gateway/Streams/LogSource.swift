import Answers
import HTTP
import Synchronization

/// One view of the log as an event source.
///
/// A loop looks at a source once for each ring, and whoever is far behind gets only a page for it: so the source rings again, as
/// long as what it gave out does not reach what is published. Between two pages the loop serves everybody else.
final class LogSource: EventSource {
    private let shared: SharedSource
    private let newest: @Sendable () -> UInt64
    private let bells = Mutex<[Bell]>([])

    /// `newest`: up to where the log is published.
    init(_ shared: SharedSource, newest: @escaping @Sendable () -> UInt64) {
        self.shared = shared
        self.newest = newest
    }

    func frame(after cursor: Cursor?) -> Frame? {
        guard let frame = shared.frame(after: cursor) else { return nil }
        if !frame.isLast, frame.cursor.sequence < newest() {
            for bell in bells.withLock({ $0 }) { bell.ring() }
        }
        return frame
    }

    func attach(_ bell: Bell) {
        bells.withLock { $0.append(bell) }
        shared.attach(bell)
    }

    func detach(_ bell: Bell) {
        bells.withLock { bells in bells.removeAll { $0 === bell } }
        shared.detach(bell)
    }

    /// What is published has changed.
    func ring() { shared.ring() }
}
