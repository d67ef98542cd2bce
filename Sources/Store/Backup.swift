import Foundation
import Glibc
import SQLite

extension Store {
    /// Copies the database of a data folder into a new file (0600), also beside a running server; throws `StoreError`.
    public static func backup(folder: String, to file: String) throws {
        guard !FileSystem.exists(file) else { throw StoreError(.exists, "\(file) is there already; a backup never replaces a file.") }
        let partial = file + ".partial"
        defer { FileSystem.remove(partial) }
        let path = DataFolder.databasePath(in: folder)
        do {
            try copy(path, to: partial)
            try FileSystem.sync(partial)
            // A link, not a rename: it fails where somebody else's file has come to stand there meanwhile.
            guard link(partial, file) == 0 else { throw SystemError(file) }
            try FileSystem.sync(FileSystem.parent(of: file))
        } catch {
            throw StoreError(opening: path, error)
        }
    }

    /// Puts a backup in the place of a folder's database, with a new epoch and nobody logged in; whoever holds the folder
    /// holds its lock, so that no server is running. What stood there is kept as `islet.sqlite.before-restore`. Throws `StoreError`.
    public static func restore(from file: String, into folder: DataFolder) throws {
        let partial = folder.databasePath + ".restoring"
        defer { FileSystem.remove(partial) }
        do {
            try copy(file, to: partial)
            try renew(partial)
            try FileSystem.sync(partial)
        } catch {
            throw StoreError(opening: file, error)
        }
        do {
            try settle(folder.databasePath)
            try replace(folder.databasePath, by: partial)
        } catch {
            throw StoreError(opening: folder.databasePath, error)
        }
    }

    /// A whole and sound copy in one file, without a log beside it.
    private static func copy(_ path: String, to copy: String) throws {
        let source = try Database(path, access: .readOnly)
        guard try Schema.migrations.check(source) > 0 else { throw StoreError(.foreign, "\(path) holds nothing of islet's.") }
        FileSystem.remove(copy)
        try FileSystem.makePrivateFile(copy)
        let target = try Database(copy, access: .readWrite)
        try source.copyReplacingEverything(in: target)
        try target.execute("PRAGMA journal_mode = DELETE")
        if let problem = try target.integrityProblems().first {
            throw StoreError(.corrupt, "\(path) is damaged: \(problem)")
        }
    }

    /// Old ids of streams must not be taken for new ones, nor a login that was ended come back.
    private static func renew(_ path: String) throws {
        let database = try Database(path, access: .readWrite)
        try Schema.migrations.run(on: database)
        try database.transaction {
            try Meta.renewEpoch(of: database)
            try database.run("DELETE FROM sessions")
        }
    }

    /// Brings the log of the database that is to be replaced into its file: beside another file it would be taken for that one's.
    private static func settle(_ path: String) throws {
        if FileSystem.exists(path) {
            do {
                try Database(path, access: .readWrite).execute("PRAGMA journal_mode = DELETE")
            } catch where error.isCorrupt {
                // Damaged: what its log holds cannot be had any more.
            }
        }
        FileSystem.remove(path + "-wal")
        FileSystem.remove(path + "-shm")
    }

    private static func replace(_ path: String, by file: String) throws {
        let kept = path + ".before-restore"
        FileSystem.remove(kept)
        if FileSystem.exists(path), link(path, kept) != 0 { throw SystemError(kept) }
        guard rename(file, path) == 0 else { throw SystemError(path) }
        try FileSystem.sync(FileSystem.parent(of: path))
    }
}
