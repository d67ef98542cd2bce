import CSQLite

extension Database {
    /// Copies this database into another one whole, as it is at this moment, also while a server writes to it
    /// (sqlite.org/backup.html).
    ///
    /// All pages in one step: steps of a few pages would start over with every commit of another process, without end.
    public func copyReplacingEverything(in destination: Database) throws(SQLiteError) {
        guard let backup = sqlite3_backup_init(destination.connection, "main", connection, "main") else {
            throw Self.error(sqlite3_errcode(destination.connection), on: destination.connection, sql: nil)
        }
        let step = sqlite3_backup_step(backup, -1)
        let finish = sqlite3_backup_finish(backup)
        guard step == SQLITE_DONE, finish == SQLITE_OK else {
            let code = step == SQLITE_DONE ? finish : step
            throw Self.error(code, on: destination.connection, sql: nil)
        }
    }
}
