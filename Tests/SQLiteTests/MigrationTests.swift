import Foundation
import Testing

@testable import SQLite

@Suite struct MigrationTests {
    let folder: TemporaryFolder
    init() throws { folder = try TemporaryFolder() }

    let one = "CREATE TABLE a (v)"
    let two = "CREATE TABLE b (v); INSERT INTO b SELECT v FROM a"

    func migrations(_ scripts: String...) -> Migrations { Migrations(applicationID: 77, scripts: scripts) }

    @Test("a new database gets every version, our mark and its number")
    func new() throws {
        let database = try Database(":memory:")
        try migrations(one, two).run(on: database)
        #expect(try database.integerPragma("user_version") == 2)
        #expect(try database.integerPragma("application_id") == 77)
        try migrations(one, two).run(on: database)
        #expect(try migrations(one, two).check(database) == 2)
    }

    @Test("an older one gets what is missing, and keeps what it has")
    func older() throws {
        let database = try Database(":memory:")
        try migrations(one).run(on: database)
        try database.execute("INSERT INTO a VALUES (42)")
        try migrations(one, two).run(on: database)
        #expect(try database.first("SELECT v FROM b") { $0[0] } == 42)
    }

    @Test("a script that fails is told in one line, of a long statement its beginning")
    func failureIsOneLine() throws {
        let database = try Database(":memory:")
        let script = "CREATE TABLE a (v);\n\tCREATE TABLE a (w); -- " + String(repeating: "x", count: 1_000)
        let error = try #require(throws: SQLiteError.self) { try database.execute(script) }
        #expect(error.description.contains("in: CREATE TABLE a (v); CREATE TABLE a (w); -- xxx"))
        #expect(!error.description.contains("\n") && error.description.count < 200 + 100)
    }

    @Test("versions come all or none")
    func atomic() throws {
        let database = try Database(":memory:")
        try migrations(one).run(on: database)
        #expect(throws: SQLiteError.self) { try migrations(one, two, "CREATE TABLE a (v)").run(on: database) }
        #expect(try database.integerPragma("user_version") == 1)
        #expect(try database.first("SELECT count(*) FROM sqlite_schema") { $0[0] } == 1)
    }

    @Test("a newer one is refused and stays as it is, byte for byte")
    func newer() throws {
        do { try migrations(one, two).run(on: try Database(folder["a"])) }
        let before = try folder.bytes("a")
        #expect(throws: MigrationError.newer(version: 2, known: 1)) { try migrations(one).run(on: try Database(folder["a"])) }
        #expect(try folder.bytes("a") == before)
    }

    @Test("somebody else's is refused", arguments: ["PRAGMA application_id = 5", "CREATE TABLE t (v)", "PRAGMA user_version = 1"])
    func foreign(_ script: String) throws {
        let database = try Database(":memory:")
        try database.execute(script)
        #expect(throws: MigrationError.self) { try migrations(one).run(on: database) }
        #expect(try database.first("SELECT count(*) FROM sqlite_schema WHERE name = 'a'") { $0[0] } == 0)
    }

    @Test("a version below nought is no version")
    func negative() throws {
        let database = try Database(":memory:")
        try database.execute("PRAGMA application_id = 77; PRAGMA user_version = -1")
        #expect(throws: MigrationError.foreign(applicationID: 77)) { try migrations(one).run(on: database) }
    }
}
