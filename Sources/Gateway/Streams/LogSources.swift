import Activities
import Answers
import HTTP
import Synchronization

/// The sources that somebody reads, found by what they tell; rings those that a turn concerns.
///
/// They are held weakly: a source lives as long as a subscriber, or an answer on its way to become one.
final class LogSources: Sendable {
    enum Key: Hashable, Sendable {
        case whole
        case activity(String)

        func view(_ backend: Backend) -> any LogView {
            switch self {
            case .whole: WholeLog(backend: backend)
            case .activity(let id): ActivityLog(id: id, backend: backend)
            }
        }
    }

    private struct Held: Sendable {
        weak var source: LogSource?
        /// Tells a source from one that took its place.
        let number: UInt64
    }

    private struct State {
        var sources: [Key: Held] = [:]
        var lastNumber: UInt64 = 0
    }

    private let state = Mutex(State())
    private let backend: Backend
    private let report: @Sendable (any Error) -> Void

    init(backend: Backend, report: @escaping @Sendable (any Error) -> Void) {
        self.backend = backend
        self.report = report
    }

    /// The source of that view, the same for all who ask for the same.
    func source(_ key: Key) -> LogSource {
        state.withLock { state in
            if let known = state.sources[key]?.source { return known }
            state.lastNumber += 1
            let source = make(key, state.lastNumber)
            state.sources[key] = Held(source: source, number: state.lastNumber)
            return source
        }
    }

    private func make(_ key: Key, _ number: UInt64) -> LogSource {
        let (view, board) = (key.view(backend), backend.board)
        let step: @Sendable (Cursor?) throws -> Frame? = { cursor in
            guard let cursor else { return LogPage(try view.reset()).frame }
            return try view.page(after: cursor)?.frame
        }
        let shared = SharedSource(step: step, report: report) { [weak self] in self?.drop(key, number) }
        return LogSource(shared) { board.revision }
    }

    /// Nobody holds that source of `key` any more; a new one may have taken its place. It looks at no source: the last reference to one
    /// must not go while the lock is held.
    private func drop(_ key: Key, _ number: UInt64) {
        state.withLock { state in
            if state.sources[key]?.number == number { state.sources[key] = nil }
        }
    }

    /// A turn is visible: rings whoever reads of one of these activities, and whoever reads everything.
    func ring(_ activities: some Sequence<String>) {
        let concerned = state.withLock { state in
            ([.whole] + activities.map(Key.activity)).compactMap { state.sources[$0]?.source }
        }
        for source in concerned { source.ring() }
    }

    var count: Int { state.withLock { $0.sources.count } }
}
