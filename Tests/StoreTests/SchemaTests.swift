import Activities
import Foundation
import Routing
import SQLite
import Testing

@testable import Store

/// A database as an earlier version left it: its script and what it then wrote.
struct EarlierDatabase: CustomTestStringConvertible {
    let version: Int
    let rows: String
    var testDescription: String { "version \(version)" }

    /// One for each version that was ever released; a new version adds one here and changes none.
    static let all = [
        EarlierDatabase(
            version: 1,
            rows: """
                INSERT INTO meta VALUES ('epoch', '0123456789abcdef'), ('created', 1772600767891);
                INSERT INTO activities VALUES (1, 'a', 'water-tracker', 'active', 5, NULL, 't', '\(StoredRowTests.firstVersion)');
                INSERT INTO events VALUES (1, 'a', 'start', 1772600767891, NULL, '\(StoredRowTests.firstVersion)'),
                    (5, 'a', 'update', 1772600767891, NULL, '\(StoredRowTests.firstVersion)');
                INSERT INTO settings VALUES (1, '{"activitiesEnabled":false}');
                INSERT INTO idempotency_keys VALUES ('k', 'a', 1772600767891);
                INSERT INTO sessions VALUES ('00', 3, 1772600767891, 1772700767891);
                INSERT INTO tombstones VALUES ('old', 'token', 'a', 1772600767891);
                """),
        EarlierDatabase(
            version: 2,
            rows: """
                INSERT INTO meta VALUES ('epoch', '0123456789abcdef'), ('created', 1772600767891);
                INSERT INTO activities VALUES (1, 'a', 'water-tracker', 'active', 5, NULL, 't', '\(StoredRowTests.firstVersion)', 1772600767891);
                INSERT INTO events VALUES (1, 'a', 'start', 1772600767891, NULL, '\(StoredRowTests.firstVersion)'),
                    (5, 'a', 'update', 1772600767891, NULL, '\(StoredRowTests.firstVersion)');
                INSERT INTO settings VALUES (1, '{"activitiesEnabled":false}');
                INSERT INTO idempotency_keys VALUES ('k', 'a', 1772600767891);
                INSERT INTO sessions VALUES ('00', 3, 1772600767891, 1772700767891);
                INSERT INTO tombstones VALUES ('old', 'token', 'a', 1772600767891);
                INSERT INTO pushes VALUES (7, 1772600767891, 'a', '{"size":2,"status":200,"apnsID":"i","outcome":"Updated.","changed":true}');
                INSERT INTO push_to_start_tokens VALUES ('water-tracker', 'p');
                """),
    ]

    func write(to path: String) throws {
        let database = try Database(path)
        let scripts = Array(Schema.migrations.scripts[..<version])
        try Migrations(applicationID: Schema.applicationID, scripts: scripts).run(on: database)
        try database.execute(rows)
    }
}

@Suite struct SchemaTests {
    let folder: TemporaryFolder
    init() throws { folder = try TemporaryFolder() }

    @Test("a database of every earlier version opens with all that it holds", arguments: EarlierDatabase.all)
    func migrates(_ earlier: EarlierDatabase) throws {
        try earlier.write(to: folder.database)
        try folder.withStore { store in
            #expect(store.epoch == "0123456789abcdef")
            let loaded = try store.load()
            #expect(loaded.activities.map(\.id) == ["a"] && loaded.lastSequence == 5 && !loaded.settings.activitiesEnabled)
            #expect(try store.activityStarted(by: "k", now: instant)?.id == "a")
            #expect(try store.session(hash: "00")?.role == .operator)
            #expect(try store.tokenRetired("old") != nil)
            #expect(try store.events(of: "a", limit: 9).count == 2)
        }
    }

    @Test("there is an earlier database for every version")
    func fixtures() { #expect(EarlierDatabase.all.map(\.version) == Array(1...Schema.migrations.version)) }

    @Test("a database of a newer version is refused in one clear line and stays as it is, byte for byte")
    func newer() throws {
        _ = try folder.withStore(\.epoch)
        do { try Database(folder.database).execute("PRAGMA user_version = 99; PRAGMA journal_mode = DELETE") }
        let before = try folder.bytes("islet.sqlite")
        let error = try #require(throws: StoreError.self) { try folder.withStore(\.epoch) }
        #expect(error.reason == .newerVersion && error.description.contains("99") && !error.description.contains("\n"))
        #expect(try folder.bytes("islet.sqlite") == before)
    }

    @Test("somebody else's database is refused and stays as it is")
    func foreign() throws {
        do { try Database(folder.database).execute("CREATE TABLE t (v)") }
        let before = try folder.bytes("islet.sqlite")
        #expect(try #require(throws: StoreError.self) { try folder.withStore(\.epoch) }.reason == .foreign)
        #expect(try folder.bytes("islet.sqlite") == before)
    }

    @Test("a damaged file is refused in one clear line and stays as it is")
    func corrupt() throws {
        let damaged = Data(repeating: 0x41, count: 8_192)
        try damaged.write(to: URL(fileURLWithPath: folder.database))
        let error = try #require(throws: StoreError.self) { try folder.withStore(\.epoch) }
        #expect(error.reason == .corrupt && error.description.contains("restore") && !error.description.contains("\n"))
        #expect(try folder.bytes("islet.sqlite") == damaged)
    }

    @Test("a file that is damaged in its middle says so when that is read, and does not trap")
    func corruptMiddle() throws {
        try folder.withStore { store in
            for n in 1...200 { try store.append([change(.start, record("a\(n)", start: UInt64(n)))]) }
        }
        var bytes = try folder.bytes("islet.sqlite")
        for offset in stride(from: 8_192, to: bytes.count, by: 512) { bytes.replaceSubrange(offset..<(offset + 64), with: Data(repeating: 0xee, count: 64)) }
        try bytes.write(to: URL(fileURLWithPath: folder.database))
        #expect(throws: (any Error).self) { try folder.withStore { store in _ = try store.load() } }
    }
}
