import Activities
import Glibc
import SQLite

/// Why the store could not be opened, backed up or restored, each in one clear line.
public struct StoreError: Error, Sendable, CustomStringConvertible {
    public enum Reason: Sendable, Equatable {
        /// Made by a newer version of the program; it was not touched.
        case newerVersion
        /// Damaged, or not a database.
        case corrupt
        /// A database of something else; it was not touched.
        case foreign
        case full, readOnly, busy
        /// The target of a backup is there already.
        case exists
        case other
    }

    public let reason: Reason
    public let description: String

    init(_ reason: Reason, _ description: String) {
        self.reason = reason
        self.description = description
    }

    /// Keeps a `StoreError` or `DataFolderError`'s own words, and puts SQLite's into a sentence with the file's name.
    init(opening path: String, _ error: any Error) {
        switch error {
        case let error as StoreError:
            self = error
        case let error as DataFolderError:
            self.init(.other, error.description)
        case let error as SystemError:
            self.init(error.code == ENOSPC ? .full : .other, "\(error)")
        case MigrationError.newer(let version, let known):
            self.init(
                .newerVersion,
                "\(path) was made by a newer version of islet (schema \(version), this one knows up to \(known)); it was not touched.")
        case is MigrationError:
            self.init(.foreign, "\(path) is a database, but not one of islet's; it was not touched.")
        case let error as SQLiteError where error.isCorrupt:
            self.init(.corrupt, "\(path) is damaged or not a database (\(error.message)); `islet restore` puts a backup in its place.")
        case let error as SQLiteError where error.isFull:
            self.init(.full, "There is no room left on the disk of \(path).")
        case let error as SQLiteError where error.isReadOnly:
            self.init(.readOnly, "\(path) cannot be written: it or its folder is read-only.")
        case let error as SQLiteError where error.isBusy:
            self.init(.busy, "\(path) is locked by another program.")
        case let error as SQLiteError where error.cannotOpen:
            self.init(.other, "\(path) cannot be opened (\(error.message)).")
        default:
            self.init(.other, "\(path) cannot be used: \(error)")
        }
    }
}

extension JournalError {
    /// SQLite's refusals as sentences; the code stays for whoever looks it up.
    init(_ error: any Error) {
        switch error {
        case let error as JournalError: self = error
        case let error as SQLiteError where error.isFull: self.init(reason: "There is no room left on the disk.", isFull: true)
        case let error as SQLiteError where error.isReadOnly: self.init(reason: "The data folder is read-only (\(error.extendedCode)).")
        case let error as SQLiteError where error.isBusy: self.init(reason: "The database is locked by another program.")
        case let error as SQLiteError where error.isCorrupt: self.init(reason: "The database is damaged: \(error.message).")
        default: self.init(reason: "\(error)")
        }
    }
}
