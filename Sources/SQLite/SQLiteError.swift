import CSQLite

/// What SQLite refused, with the statement's text but never its values (sqlite.org/rescode.html).
public struct SQLiteError: Error, Sendable, CustomStringConvertible {
    /// The primary result code.
    public let code: Int32
    public let extendedCode: Int32
    public let message: String
    /// As it was written, with its placeholders.
    public let sql: String?

    public init(extendedCode: Int32, message: String, sql: String? = nil) {
        self.code = extendedCode & 0xff
        self.extendedCode = extendedCode
        self.message = message
        self.sql = sql
    }

    /// No room: on the disk, or under the limit of pages.
    public var isFull: Bool { code == SQLITE_FULL }
    /// Somebody else holds the lock, and held it for the whole busy timeout.
    public var isBusy: Bool { code == SQLITE_BUSY || code == SQLITE_LOCKED }
    public var isReadOnly: Bool { code == SQLITE_READONLY }
    /// Damaged, or never a database.
    public var isCorrupt: Bool { code == SQLITE_CORRUPT || code == SQLITE_NOTADB }
    public var cannotOpen: Bool { code == SQLITE_CANTOPEN }

    public var description: String {
        let place = sql.map { " in: \(Self.line($0))" } ?? ""
        return "SQLite \(extendedCode): \(message)\(place)"
    }

    /// Characters of a statement that are told: a log has a line for an error, and a migration is a page.
    static let statementCharacters = 200

    private static func line(_ sql: String) -> String {
        let words = sql.split(whereSeparator: \.isWhitespace).joined(separator: " ")
        return words.count > statementCharacters ? words.prefix(statementCharacters) + "\u{2026}" : words
    }
}
