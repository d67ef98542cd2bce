import Foundation
import Synchronization

/// What is true now: every activity that is not dismissed, as of the last committed turn. Reads come from any thread and never
/// wait for a commit; each read sees one moment.
///
/// The ActivityCenter alone applies changes, and only durable ones.
public final class Board: Sendable {
    /// How many changes a cursor may lie behind before it must start anew.
    public static let keptChanges = 16_384
    /// How many dismissed activities stay readable, so that streams can deliver the final card.
    public static let keptDismissed = 4_096

    private let state: Mutex<BoardState>

    public init(_ loaded: Loaded, kinds: KindRegistry) {
        state = Mutex(BoardState(loaded, kinds: kinds))
    }

    /// The sequence of the last change that was applied.
    public var revision: UInt64 { state.withLock { $0.revision } }
    public var settings: Settings { state.withLock { $0.settings } }
    /// When something falls due next, if anything does.
    public var nextInstant: Date? { state.withLock { $0.nextInstant } }
    /// Which activities are in the island now.
    public var island: Island { state.withLock { $0.island } }

    /// An activity that is not dismissed, or one of the last dismissed ones.
    public func activity(_ id: String) -> ActivityRecord? { state.withLock { $0.activity(id) } }

    /// Several, at one moment; unknown ones are left out. And the revision at which that is true.
    public func activities(_ ids: [String]) -> (activities: [ActivityRecord], revision: UInt64) {
        state.withLock { state in (ids.compactMap { state.activity($0) }, state.revision) }
    }

    /// The newest `limit` of the matches, and the numbers of a list page. Only a `query` walks through all.
    public func list(_ filter: BoardFilter = BoardFilter(), limit: Int) -> BoardView { state.withLock { $0.list(filter, limit: limit) } }

    /// The matches in order of start after a start's sequence, at most `limit`, and the revision at which that is true; a `query` is not looked at.
    public func page(_ filter: BoardFilter, after startSequence: UInt64, limit: Int) -> (activities: [ActivityRecord], revision: UInt64) {
        state.withLock { ($0.page(filter, after: startSequence, limit: limit), $0.revision) }
    }

    /// What changed after a sequence; nil where that is no longer known, or lies in the future.
    public func changes(after sequence: UInt64) -> BoardChanges? { state.withLock { $0.changes(after: sequence) } }

    /// How many are pending or run: in all, and of one kind.
    public func counts(kind: String) -> (all: Int, ofKind: Int) { state.withLock { ($0.unended, $0.unended(kind)) } }

    /// The running ones of a kind in order of start.
    public func running(kind: String) -> [ActivityRecord] { state.withLock { $0.records(kind, in: [.active, .stale]) } }

    /// Those that are pending or run, in order of start.
    func unended(kind: String) -> [ActivityRecord] { state.withLock { $0.records(kind, in: [.pending, .active, .stale]) } }

    /// At most `limit` of those for which something falls due until `now`, the earliest first.
    func due(until now: Date, limit: Int) -> [Scheduled] { state.withLock { $0.due(until: now, limit: limit) } }

    /// Each change costs O(log n).
    func apply(_ changes: [Change]) {
        state.withLock { state in
            for change in changes { state.apply(change) }
        }
    }
}
