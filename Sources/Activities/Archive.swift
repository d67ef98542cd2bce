/// The past, for whoever shows it: read beside the journal, from any thread, never written.
public protocol Archive: Sendable {
    /// One that is stored, dismissed ones too; nil: never known, deleted, or beyond retention. Throws `JournalError`.
    func activity(_ id: String) throws -> ActivityRecord?
    /// The newest `limit` changes of one activity, oldest first. Throws `JournalError`.
    func history(of id: String, limit: Int) throws -> [Change]
    /// An activity of that id was here once and is beyond retention: gone, not unknown. Throws `JournalError`.
    func remembersActivity(_ id: String) throws -> Bool
}
