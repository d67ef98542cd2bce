extension Database {
    /// Readers and the writer do not wait for each other, and a COMMIT that returned is on the disk.
    ///
    /// `checkpointPages`: the log is written back once it is that long; `logBytes`: a longer file is cut back to it then.
    public func useWriteAheadLog(checkpointPages: Int, logBytes: Int) throws(SQLiteError) {
        try execute("PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL")
        try execute("PRAGMA wal_autocheckpoint = \(checkpointPages); PRAGMA journal_size_limit = \(logBytes)")
    }

    public func enforceForeignKeys() throws(SQLiteError) { try execute("PRAGMA foreign_keys = ON") }

    /// `PRAGMA name`, a whole number.
    public func integerPragma(_ name: String) throws -> Int64 { try first("PRAGMA \(name)") { $0[0] } ?? 0 }

    /// What is wrong with the file, one line each, at most 10; empty: sound. Reads all of it.
    public func integrityProblems() throws -> [String] {
        try rows("PRAGMA integrity_check(10)") { row -> String in row[0] }.filter { $0 != "ok" }
    }
}
