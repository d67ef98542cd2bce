import Activities
import HTTP

/// What happens to one activity, until it is dismissed or deleted.
struct ActivityLog: LogView {
    let id: String
    let backend: Backend

    /// That one, also when it is over.
    func reset() throws -> LogReset {
        let visible = backend.board.activities([id])
        let records = try visible.activities.isEmpty ? [backend.activity(id)] : visible.activities
        return LogReset(records, revision: visible.revision, backend)
    }

    func page(after cursor: Cursor) throws -> LogPage? {
        // Before the record and the log: what is committed but not yet visible is beyond it.
        let newest = backend.board.revision
        let record = try backend.board.activity(id) ?? backend.archive.activity(id)
        if let record, record.sequence <= cursor.sequence {
            return record.activityState == .dismissed ? LogPage(at: cursor).asLast : nil
        }
        let changes = try backend.archive.events(of: id, after: cursor.sequence, limit: LogPage.limit)
        // After the log: pruning between the two reads is noticed. Of a deleted one nothing is left to start from.
        if let record, try backend.archive.horizon() > cursor.sequence {
            let page = LogPage(try reset())
            return record.activityState == .dismissed ? page.asLast : page
        }
        let page = LogPage(changes, newest: newest, backend)
        let told = changes.last { $0.sequence <= page.cursor.sequence }
        return told?.isFinal == true ? page.asLast : page
    }
}

extension Change {
    /// Nothing can follow it.
    fileprivate var isFinal: Bool { event == .delete || activity?.activityState == .dismissed }
}
