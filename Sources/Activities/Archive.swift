/// The past, for whoever shows it: read beside the journal, from any thread, never written.
public protocol Archive: Sendable {
    /// One that is stored, dismissed ones too; nil: never known, deleted, or beyond retention. Throws `JournalError`.
    func activity(_ id: String) throws -> ActivityRecord?
    /// The newest `limit` changes of one activity, oldest first; marks are left out. Throws `JournalError`.
    func history(of id: String, limit: Int) throws -> [Change]
    /// An activity of that id was here once and is beyond retention: gone, not unknown. Throws `JournalError`.
    func remembersActivity(_ id: String) throws -> Bool
    /// Ended and dismissed ones, the last started first, at most `limit`, that come after `place` in that order. Throws `JournalError`.
    func past(_ filter: PastFilter, after place: PastPlace?, limit: Int) throws -> [ActivityRecord]
    /// Dismissed ones in order of start after a start's sequence, at most `limit`. Throws `JournalError`.
    func dismissed(kind: String?, after startSequence: UInt64, limit: Int) throws -> [ActivityRecord]
    /// Every change after a sequence, oldest first, at most `limit`; marks are left out. Complete only where `after` is not below
    /// `horizon()`. Throws `JournalError`.
    func events(after sequence: UInt64, limit: Int) throws -> [Change]
    /// Those of one activity after a sequence, oldest first, at most `limit`. Throws `JournalError`.
    func events(of id: String, after sequence: UInt64, limit: Int) throws -> [Change]
    /// Up to this sequence changes may be gone: whoever is further behind starts anew. Throws `JournalError`.
    func horizon() throws -> UInt64
}

extension Archive {
    /// The first `limit` changes of one activity that are kept. Throws `JournalError`.
    public func events(of id: String, limit: Int) throws -> [Change] { try events(of: id, after: 0, limit: limit) }
}
