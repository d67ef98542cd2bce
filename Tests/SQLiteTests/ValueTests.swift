import Testing

@testable import SQLite

@Suite struct ValueTests {
    let database: Database

    init() throws {
        database = try Database(":memory:")
        try database.execute("CREATE TABLE t (v)")
    }

    func roundTrip<Value: Bindable & Equatable>(_ value: Value) throws -> Value? {
        try database.run("DELETE FROM t")
        try database.run("INSERT INTO t VALUES (?)", value)
        return try database.first("SELECT v FROM t") { $0[0] }
    }

    @Test("every type of value comes back as it went in")
    func values() throws {
        for text in ["", "a", "👨🏻‍🍳 \u{202e}rtl", "a\u{0}b", "'; DROP TABLE t; --"] { #expect(try roundTrip(text) == text) }
        for number in [Int64.min, -1, 0, .max] { #expect(try roundTrip(number) == number) }
        for number in [0.1, -.infinity, .leastNonzeroMagnitude, 1.7e308] { #expect(try roundTrip(number) == number) }
        for bytes in [[], [0], [1, 0, 255]] as [[UInt8]] { #expect(try roundTrip(bytes) == bytes) }
        for text in ["", "a\u{0}b", "👨🏻‍🍳 é"] { #expect(try roundTrip(UTF8Text(Array(text.utf8))) == UTF8Text(Array(text.utf8))) }
        #expect(try roundTrip(7) == 7)
    }

    @Test("nothing is NULL, and neither an empty text nor empty bytes are")
    func nothing() throws {
        #expect(try roundTrip(nil as String?) == .some(nil))
        #expect(try roundTrip("" as String?) == "")
        #expect(try roundTrip([] as [UInt8]?) == [])
    }

    @Test("a wrong number of values is refused", arguments: [0, 2])
    func count(_ count: Int) throws {
        #expect(throws: SQLiteError.self) {
            count == 0 ? try database.run("INSERT INTO t VALUES (?)") : try database.run("INSERT INTO t VALUES (?)", 1, 2)
        }
        #expect(try database.first("SELECT count(*) FROM t") { $0[0] } == 0)
    }

    @Test("a second statement in one text is refused, not left out")
    func tail() throws {
        #expect(throws: SQLiteError.self) { try database.run("DELETE FROM t; DELETE FROM t") }
        #expect(throws: SQLiteError.self) { try database.run("") }
        try database.run("DELETE FROM t;\n ")
    }

    @Test("an error holds the statement and never a value")
    func secrets() throws {
        try database.execute("CREATE TABLE u (v UNIQUE)")
        try database.run("INSERT INTO u VALUES (?)", "secret-token")
        let error = try #require(throws: SQLiteError.self) { try database.run("INSERT INTO u VALUES (?)", "secret-token") }
        #expect(error.sql == "INSERT INTO u VALUES (?)")
        #expect(error.code == 19 && error.extendedCode == 2067)
        #expect(!error.description.contains("secret"))
    }

    @Test("statements are kept up to the bound, and beyond it still work")
    func cache() throws {
        let bound = Database.cachedStatements
        for n in 0..<bound { try database.run("INSERT INTO t VALUES (\(n))") }
        #expect(database.cachedStatementCount == bound)
        try database.run("INSERT INTO t VALUES (\(bound))")
        #expect(database.cachedStatementCount == bound)
        #expect(try database.rows("SELECT v FROM t ORDER BY v") { row -> Int in row[0] } == Array(0...bound))
    }

    @Test("a statement may run inside its own rows")
    func nested() throws {
        try database.execute("INSERT INTO t VALUES (1), (2)")
        let sql = "SELECT v FROM t ORDER BY v"
        let pairs = try database.rows(sql) { outer -> [Int] in
            let first: Int = outer[0]
            return try database.rows(sql) { inner -> Int in first * 10 + inner[0] }
        }
        #expect(pairs == [[11, 12], [21, 22]])
    }
}
