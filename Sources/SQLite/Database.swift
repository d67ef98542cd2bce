import CSQLite

/// One connection. Not Sendable: whoever shares it keeps it in a Mutex.
public final class Database {
    public enum Access: Sendable {
        /// Writes nothing to the database file.
        case readOnly
        /// The file must be there.
        case readWrite
        /// Made when it is not there.
        case create
    }

    /// Statements that are kept prepared; the texts of a program are few, a text made at run time must not pile up.
    public static let cachedStatements = 64

    public let path: String
    let connection: OpaquePointer
    private var cache: [String: Statement] = [:]

    /// Opens a file or `:memory:`; `busyTimeout` in milliseconds is how long another process's lock is waited for.
    public init(_ path: String, access: Access = .create, busyTimeout: Int32 = 5_000) throws(SQLiteError) {
        var connection: OpaquePointer?
        let code = sqlite3_open_v2(path, &connection, access.flags | SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_EXRESCODE, nil)
        guard let connection else { throw SQLiteError(extendedCode: SQLITE_NOMEM, message: "out of memory") }
        guard code == SQLITE_OK else {
            let error = Self.error(code, on: connection, sql: nil)
            sqlite3_close_v2(connection)
            throw error
        }
        sqlite3_busy_timeout(connection, busyTimeout)
        self.path = path
        self.connection = connection
    }

    deinit {
        cache.removeAll()
        sqlite3_close_v2(connection)
    }

    /// Runs a script of any number of statements, without values and without rows.
    public func execute(_ script: String) throws(SQLiteError) {
        let code = sqlite3_exec(connection, script, nil, nil, nil)
        guard code == SQLITE_OK else { throw Self.error(code, on: connection, sql: script) }
    }

    /// Runs one statement, a value for each of its `?`; its rows, if any, are dropped.
    public func run<each Value: Bindable>(_ sql: String, _ values: repeat each Value) throws(SQLiteError) {
        let statement = try prepared(sql)
        defer { statement.reset() }
        try statement.bind(repeat each values)
        while try statement.step() {}
    }

    /// Every row, each turned into a value while it is there.
    public func rows<Result, each Value: Bindable>(
        _ sql: String, _ values: repeat each Value, as body: (borrowing Row) throws -> Result
    ) throws -> [Result] {
        let statement = try prepared(sql)
        defer { statement.reset() }
        try statement.bind(repeat each values)
        var results: [Result] = []
        while try statement.step() { results.append(try body(Row(statement: statement.handle))) }
        return results
    }

    /// The first row, or nil.
    public func first<Result, each Value: Bindable>(
        _ sql: String, _ values: repeat each Value, as body: (borrowing Row) throws -> Result
    ) throws -> Result? {
        let statement = try prepared(sql)
        defer { statement.reset() }
        try statement.bind(repeat each values)
        return try statement.step() ? try body(Row(statement: statement.handle)) : nil
    }

    /// How many rows the last INSERT, UPDATE or DELETE touched.
    public var changes: Int { Int(sqlite3_changes64(connection)) }

    /// A transaction is open.
    public var isInTransaction: Bool { sqlite3_get_autocommit(connection) == 0 }

    /// The statement from the cache; a new one where that is in the middle of its rows or the cache is full.
    private func prepared(_ sql: String) throws(SQLiteError) -> Statement {
        if let cached = cache[sql], !cached.isBusy { return cached }
        let statement = try Statement(sql, on: connection)
        if cache.count < Self.cachedStatements, cache[sql] == nil { cache[sql] = statement }
        return statement
    }

    var cachedStatementCount: Int { cache.count }

    static func error(_ code: Int32, on connection: OpaquePointer?, sql: String?) -> SQLiteError {
        // The connection's message is of its last failed call: it speaks of this code only where the two agree.
        let agrees = connection != nil && sqlite3_errcode(connection) & 0xff == code & 0xff
        let text = agrees ? sqlite3_errmsg(connection) : sqlite3_errstr(code)
        let extended = agrees ? sqlite3_extended_errcode(connection) : code
        return SQLiteError(extendedCode: extended, message: text.map { String(cString: $0) } ?? "unknown", sql: sql)
    }
}

extension Database.Access {
    fileprivate var flags: Int32 {
        switch self {
        case .readOnly: SQLITE_OPEN_READONLY
        case .readWrite: SQLITE_OPEN_READWRITE
        case .create: SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE
        }
    }
}
