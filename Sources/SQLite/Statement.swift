import CSQLite

/// A prepared statement of one connection.
final class Statement {
    let sql: String
    let handle: OpaquePointer

    /// Throws where the text is not exactly one statement: what follows a first one would be left out without a word.
    init(_ sql: String, on connection: OpaquePointer) throws(SQLiteError) {
        var handle: OpaquePointer?
        var hasTail = false
        var text = sql
        let code = text.withUTF8 { bytes in
            bytes.withMemoryRebound(to: CChar.self) { characters in
                var tail: UnsafePointer<CChar>?
                let code = sqlite3_prepare_v3(
                    connection, characters.baseAddress, Int32(clamping: characters.count), UInt32(SQLITE_PREPARE_PERSISTENT), &handle, &tail)
                if let start = characters.baseAddress, let tail {
                    hasTail = characters[(tail - start)...].contains { $0 > 0x20 }
                }
                return code
            }
        }
        guard code == SQLITE_OK else { throw Database.error(code, on: connection, sql: sql) }
        guard let handle, !hasTail else {
            sqlite3_finalize(handle)
            throw SQLiteError(extendedCode: SQLITE_MISUSE, message: "not exactly one statement", sql: sql)
        }
        self.sql = sql
        self.handle = handle
    }

    deinit { sqlite3_finalize(handle) }

    var isBusy: Bool { sqlite3_stmt_busy(handle) != 0 }

    func bind<each Value: Bindable>(_ values: repeat each Value) throws(SQLiteError) {
        var index: Int32 = 0
        for value in repeat each values {
            index += 1
            let code = value.bind(to: handle, at: index)
            guard code == SQLITE_OK else { throw failure(code) }
        }
        guard index == sqlite3_bind_parameter_count(handle) else {
            throw SQLiteError(extendedCode: SQLITE_MISUSE, message: "\(index) values for other than as many placeholders", sql: sql)
        }
    }

    /// True: there is a row.
    func step() throws(SQLiteError) -> Bool {
        switch sqlite3_step(handle) {
        case SQLITE_ROW: return true
        case SQLITE_DONE: return false
        case let code: throw failure(code)
        }
    }

    /// Ready for the next use; the values are let go, for a cached statement would hold on to the last ones.
    func reset() {
        sqlite3_reset(handle)
        sqlite3_clear_bindings(handle)
    }

    private func failure(_ code: Int32) -> SQLiteError { Database.error(code, on: sqlite3_db_handle(handle), sql: sql) }
}
