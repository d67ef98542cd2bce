import Activities
import Answers
import HTTP
import Synchronization

/// The sources that somebody holds, found by what they show; rings those that a turn concerns.
///
/// They are held weakly: a source lives as long as a subscriber, or an answer on its way to become one.
final class LiveSources: Sendable {
    enum Key: Hashable, Sendable {
        case activities([String], isOperator: Bool)
        /// With the activities that other tabs of the same browser show.
        case dashboard(BoardFilter, with: [String], isOperator: Bool)
        case pushes
    }

    private struct Held: Sendable {
        weak var source: SharedSource?
        /// Tells a source from one that took its place.
        let number: UInt64
    }

    private struct State {
        var sources: [Key: Held] = [:]
        var lastNumber: UInt64 = 0
        /// Which sources show an activity.
        var byActivity: [String: Set<Key>] = [:]
        var dashboards: Set<Key> = []
    }

    private let state = Mutex(State())
    private let roots: Roots
    private let report: @Sendable (any Error) -> Void

    init(roots: Roots, report: @escaping @Sendable (any Error) -> Void) {
        self.roots = roots
        self.report = report
    }

    /// The source of that view, the same for all who ask for the same.
    func source(_ key: Key) -> SharedSource {
        state.withLock { state in
            if let known = state.sources[key]?.source { return known }
            state.lastNumber += 1
            let number = state.lastNumber
            let (view, epoch) = (view(key), roots.site.epoch)
            let source = SharedSource(step: { try view.delivery(after: $0).frame(epoch: epoch) }, report: report) { [weak self] in
                self?.drop(key, number)
            }
            state.sources[key] = Held(source: source, number: number)
            switch key {
            case .activities(let ids, _): for id in ids { state.byActivity[id, default: []].insert(key) }
            case .dashboard: state.dashboards.insert(key)
            case .pushes: break
            }
            return source
        }
    }

    private func view(_ key: Key) -> any LiveView {
        switch key {
        case .activities(let ids, let isOperator): ActivitiesView(ids: ids, isOperator: isOperator, roots: roots)
        case .dashboard(let filter, with: [], let isOperator): DashboardView(filter: filter, isOperator: isOperator, roots: roots)
        case .dashboard(let filter, let ids, let isOperator):
            SharedView(
                dashboard: DashboardView(filter: filter, isOperator: isOperator, roots: roots),
                activities: ActivitiesView(ids: ids, isOperator: isOperator, roots: roots))
        case .pushes: PushesView(roots: roots)
        }
    }

    /// Nobody holds that source of `key` any more; a new one may have taken its place. It looks at no source: the last reference to one
    /// must not go while the lock is held.
    private func drop(_ key: Key, _ number: UInt64) {
        state.withLock { state in
            guard state.sources[key]?.number == number else { return }
            state.sources[key] = nil
            switch key {
            case .activities(let ids, _):
                for id in ids {
                    state.byActivity[id]?.remove(key)
                    if state.byActivity[id]?.isEmpty == true { state.byActivity[id] = nil }
                }
            case .dashboard: state.dashboards.remove(key)
            case .pushes: break
            }
        }
    }

    /// A turn is visible: rings whoever shows one of these activities, and every dashboard.
    func ring(_ activities: some Sequence<String>) {
        let concerned = state.withLock { state in
            var keys = state.dashboards
            for id in activities { keys.formUnion(state.byActivity[id] ?? []) }
            return keys.compactMap { state.sources[$0]?.source }
        }
        for source in concerned { source.ring() }
    }

    /// The push log has changed: rings whoever shows it.
    func ringPushes() { state.withLock { $0.sources[.pushes]?.source }?.ring() }

    var count: Int { state.withLock { $0.sources.count } }
}
