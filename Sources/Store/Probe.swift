import Foundation

extension Store {
    /// Writes one small row in a transaction of its own, as every append does; throws `JournalError` where the store takes no writes.
    public func probe(now: Date) throws { try write { database in try Meta.setProbed(now, in: database) } }
}
