import Activities
import HTTP

/// Everything that happens.
struct WholeLog: LogView {
    let backend: Backend

    /// All that are not dismissed, in order of start.
    func reset() -> LogReset {
        let all = backend.board.page(BoardFilter(), after: 0, limit: .max)
        return LogReset(all.activities, revision: all.revision, backend)
    }

    func page(after cursor: Cursor) throws -> LogPage? {
        // Before the log: what is committed but not yet visible is beyond it.
        let newest = backend.board.revision
        guard cursor.sequence < newest else { return nil }
        let changes = try backend.archive.events(after: cursor.sequence, limit: LogPage.limit)
        // After the log: pruning between the two reads is noticed.
        guard try backend.archive.horizon() <= cursor.sequence else { return LogPage(reset()) }
        return LogPage(changes, newest: newest, backend)
    }
}
