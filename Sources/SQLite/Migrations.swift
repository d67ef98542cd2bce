/// The way from every earlier schema to today's: numbered scripts, all that are missing in one transaction.
public struct Migrations: Sendable {
    /// Marks our files (sqlite.org/pragma.html#pragma_application_id).
    public let applicationID: Int32
    /// Script n - 1 leads to version n.
    public let scripts: [String]
    public var version: Int { scripts.count }

    public init(applicationID: Int32, scripts: [String]) {
        self.applicationID = applicationID
        self.scripts = scripts
    }

    /// Reads the version, 0 where there is nothing yet; throws `MigrationError` for a file that is not ours or is newer. Writes nothing.
    public func check(_ database: Database) throws -> Int {
        let application = try database.integerPragma("application_id")
        let version = Int(try database.integerPragma("user_version"))
        if application == 0, version == 0, try isEmpty(database) { return 0 }
        guard application == Int64(applicationID), version >= 0 else { throw MigrationError.foreign(applicationID: application) }
        guard version <= self.version else { throw MigrationError.newer(version: version, known: self.version) }
        return version
    }

    /// Brings the database to today's version or leaves it as it was; throws `MigrationError` or `SQLiteError`.
    public func run(on database: Database) throws {
        if try check(database) == version { return }
        try database.transaction {
            // Again, under the write lock: somebody else may have been here since.
            let found = try check(database)
            for script in scripts[found...] { try database.execute(script) }
            try database.execute("PRAGMA application_id = \(applicationID); PRAGMA user_version = \(version)")
        }
    }

    private func isEmpty(_ database: Database) throws -> Bool {
        try database.first("SELECT count(*) FROM sqlite_schema") { $0[0] } == Int64(0)
    }
}

/// Why a database was not opened; it is as it was.
public enum MigrationError: Error, Sendable, Equatable {
    /// Made by a newer program.
    case newer(version: Int, known: Int)
    /// Somebody else's database.
    case foreign(applicationID: Int64)
}
