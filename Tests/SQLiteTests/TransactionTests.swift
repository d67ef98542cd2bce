import Foundation
import Testing

@testable import SQLite

struct Refusal: Error {}

@Suite struct TransactionTests {
    let folder: TemporaryFolder
    let database: Database

    init() throws {
        folder = try TemporaryFolder()
        database = try Database(folder["a.sqlite"])
        try database.useWriteAheadLog(checkpointPages: 100, logBytes: 1 << 20)
        try database.enforceForeignKeys()
        try database.execute("CREATE TABLE t (v)")
    }

    func count(_ database: Database) throws -> Int? { try database.first("SELECT count(*) FROM t") { $0[0] } }

    @Test("a transaction that throws leaves nothing behind and the connection usable")
    func rollback() throws {
        #expect(throws: Refusal.self) {
            try database.transaction {
                try database.run("INSERT INTO t VALUES (1)")
                throw Refusal()
            }
        }
        #expect(!database.isInTransaction)
        #expect(try count(database) == 0)
        try database.transaction { try database.run("INSERT INTO t VALUES (1)") }
        #expect(try count(database) == 1)
    }

    @Test("another connection sees a transaction whole, after COMMIT, and not before")
    func isolation() throws {
        let other = try Database(folder["a.sqlite"], access: .readOnly)
        try database.transaction {
            try database.run("INSERT INTO t VALUES (1)")
            #expect(try count(other) == 0)
            try database.run("INSERT INTO t VALUES (2)")
        }
        #expect(try count(other) == 2)
    }

    @Test("a COMMIT that fails is rolled back")
    func commitFails() throws {
        try database.execute("CREATE TABLE p (id INTEGER PRIMARY KEY); CREATE TABLE c (p REFERENCES p DEFERRABLE INITIALLY DEFERRED)")
        #expect(throws: SQLiteError.self) {
            try database.transaction {
                try database.run("INSERT INTO t VALUES (1)")
                try database.run("INSERT INTO c VALUES (1)")
            }
        }
        #expect(!database.isInTransaction)
        #expect(try count(database) == 0)
    }

    @Test("a full database says so, keeps what it had, and takes more once there is room")
    func full() throws {
        let pages = try database.integerPragma("page_count")
        try database.execute("PRAGMA max_page_count = \(pages)")
        let error = try #require(throws: SQLiteError.self) {
            try database.transaction { for _ in 0..<10 { try database.run("INSERT INTO t VALUES (?)", String(repeating: "x", count: 4_000)) } }
        }
        #expect(error.isFull && !error.isCorrupt)
        #expect(try count(database) == 0)
        try database.execute("PRAGMA max_page_count = 1000000")
        try database.transaction { try database.run("INSERT INTO t VALUES (1)") }
        #expect(try count(database) == 1)
    }

    @Test("a locked database is busy, and free again afterwards")
    func busy() throws {
        let other = try Database(folder["a.sqlite"], access: .readWrite, busyTimeout: 1)
        try database.transaction {
            let error = #expect(throws: SQLiteError.self) { try other.transaction { try other.run("INSERT INTO t VALUES (1)") } }
            #expect(error?.isBusy == true)
        }
        try other.transaction { try other.run("INSERT INTO t VALUES (1)") }
    }

    @Test("who may only read cannot write")
    func readOnly() throws {
        let other = try Database(folder["a.sqlite"], access: .readOnly)
        let error = #expect(throws: SQLiteError.self) { try other.run("INSERT INTO t VALUES (1)") }
        #expect(error?.isReadOnly == true)
    }

    @Test("a file that is no database is refused as damaged; one that is not there cannot be opened")
    func corrupt() throws {
        try Data(repeating: 0x41, count: 8_192).write(to: URL(fileURLWithPath: folder["b.sqlite"]))
        let error = #expect(throws: SQLiteError.self) { try Database(folder["b.sqlite"]).execute("SELECT * FROM sqlite_schema") }
        #expect(error?.isCorrupt == true)
        let missing = #expect(throws: SQLiteError.self) { try Database(folder["none"], access: .readOnly) }
        #expect(missing?.cannotOpen == true)
    }

    @Test("the write-ahead log is on, durable and bounded")
    func log() throws {
        #expect(try database.first("PRAGMA journal_mode") { row -> String in row[0] } == "wal")
        #expect(try database.integerPragma("synchronous") == 2)
        #expect(try database.integerPragma("foreign_keys") == 1)
        for n in 0..<400 { try database.run("INSERT INTO t VALUES (?)", String(repeating: "x", count: 4_000 + n)) }
        #expect(try folder.bytes("a.sqlite-wal").count < 1 << 20)
    }

    @Test("a copy is whole and sound, taken beside a writer's connection")
    func copy() throws {
        for n in 0..<100 { try database.run("INSERT INTO t VALUES (?)", n) }
        let source = try Database(folder["a.sqlite"], access: .readOnly)
        let target = try Database(folder["copy.sqlite"])
        try source.copyReplacingEverything(in: target)
        #expect(try count(target) == 100)
        #expect(try target.integrityProblems() == [])
    }
}
