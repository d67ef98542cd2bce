import Activities
import Foundation
import SQLite
import Synchronization

// The front door of Store: what must outlive the process, in one SQLite file, behind protocols of the rooms that use it.
//
// Laws: `append` returns only after COMMIT and is all or nothing; a sequence is never used twice, also after a deletion;
// after a failed write the next one is a fresh try; a row written by an earlier version still opens; nothing here grows
// without a bound (`prune`).

/// The journal on SQLite; one connection writes, another one reads beside it.
public final class Store: Sendable {
    /// Names the store; 16 hex digits, random, made with the store or by a restore.
    public let epoch: String
    let writer: Mutex<Database>
    /// Nil in memory: there is no second connection to the same memory, so that reads take the writer's.
    private let reader: Mutex<Database?>
    /// nil in memory.
    private let file: FileIdentity?

    /// Opens the store of a folder, makes or migrates it; throws `StoreError`.
    public convenience init(folder: DataFolder, now: Date) throws {
        do {
            let writer = try Self.openWriter(folder, now: now)
            let reader = try Database(folder.databasePath, access: .readOnly)
            try self.init(writer: writer, reader: reader, file: FileIdentity(folder.databasePath))
        } catch {
            throw StoreError(opening: folder.databasePath, error)
        }
    }

    /// A store that keeps nothing: `:memory:`, with a new epoch each time.
    public convenience init(inMemorySince now: Date) throws {
        do {
            let writer = try Database(":memory:")
            try Schema.migrations.run(on: writer)
            try Meta.establish(in: writer, now: now)
            try self.init(writer: writer, reader: nil, file: nil)
        } catch {
            throw StoreError(opening: ":memory:", error)
        }
    }

    private init(writer: sending Database, reader: sending Database?, file: FileIdentity?) throws {
        self.file = file
        self.epoch = try Meta.epoch(of: writer)
        self.writer = Mutex(writer)
        self.reader = Mutex(reader)
    }

    /// Asks first, on a connection that cannot write: a file that is refused stays as it is, byte for byte.
    private static func openWriter(_ folder: DataFolder, now: Date) throws -> sending Database {
        if folder.hasDatabase { _ = try Schema.migrations.check(try Database(folder.databasePath, access: .readOnly)) }
        try folder.makeDatabaseFile()
        let writer = try Database(folder.databasePath, access: .readWrite)
        try writer.useWriteAheadLog(checkpointPages: checkpointPages, logBytes: logBytes)
        try writer.enforceForeignKeys()
        try writer.execute("PRAGMA cache_size = -\(cacheKilobytes)")
        try Schema.migrations.run(on: writer)
        try Meta.establish(in: writer, now: now)
        return writer
    }

    /// The log is written back at 4 MB; a burst may let it grow, then it is cut back to 16 MB.
    static let checkpointPages = 1_000
    static let logBytes = 16 << 20
    /// Room for the indices of 100,000 activities, so that an update costs the same with them.
    static let cacheKilobytes = 8_192

    /// Reads in one short turn on the reading connection.
    func read<Result: Sendable>(_ body: @Sendable (Database) throws -> Result) throws -> Result {
        try journaling {
            if let result = try reader.withLock({ database in try database.map { try body($0) } }) { return result }
            return try writer.withLock { try body($0) }
        }
    }

    /// Writes in one transaction; throws `JournalError`.
    func write<Result: Sendable>(_ body: @Sendable (Database) throws -> Result) throws -> Result {
        try file?.mustBeThere()
        return try journaling { try writer.withLock { database in try database.transaction { try body(database) } } }
    }

    /// Writes SQLite's log back into the one file, so that a copy of that file alone is whole. Throws `JournalError`.
    public func settle() throws {
        guard file != nil else { return }
        try journaling { try writer.withLock { try $0.execute("PRAGMA wal_checkpoint(TRUNCATE)") } }
    }

    private func journaling<Result>(_ body: () throws -> Result) throws(JournalError) -> Result {
        do { return try body() } catch { throw JournalError(error) }
    }
}
