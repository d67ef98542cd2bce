import Activities
import Foundation
import Routing
import SQLite
import Testing

@testable import Store

@Suite struct BackupTests {
    let folder: TemporaryFolder
    let file: String

    init() throws {
        folder = try TemporaryFolder()
        file = folder["backup"]
    }

    func restore() throws { try Store.restore(from: file, into: try DataFolder(folder.path)) }

    @Test("a backup beside a running server holds what was acknowledged, and a restore brings it back under a new epoch with nobody logged in")
    func roundTrip() throws {
        let epoch = try folder.withStore { store in
            try store.append([change(.start, record("a", start: 1))])
            try store.save(SessionRecord(hash: "h", role: .operator, created: instant, expires: instant))
            try Store.backup(folder: folder.path, to: file)
            try store.append([change(.update, record("a", start: 1, sequence: 2)), change(.start, record("b", start: 3))])
            return store.epoch
        }
        #expect(try folder.mode("backup") == 0o600)
        try restore()
        try folder.withStore { store in
            let loaded = try store.load()
            #expect(loaded.activities == [record("a", start: 1)] && loaded.lastSequence == 1)
            #expect(store.epoch != epoch)
            #expect(try store.session(hash: "h") == nil)
        }
        let left = try FileManager.default.contentsOfDirectory(atPath: folder.path).filter { !$0.hasSuffix("-wal") && !$0.hasSuffix("-shm") }
        #expect(left.sorted() == ["backup", "islet.lock", "islet.sqlite", "islet.sqlite.before-restore"])
    }

    @Test("what was there before a restore is kept whole, with what its log still held")
    func kept() throws {
        try folder.withStore { store in
            try store.append([change(.start, record("a", start: 1))])
            try Store.backup(folder: folder.path, to: file)
            try store.append([change(.start, record("b", start: 2))])
        }
        try restore()
        let kept = try Database(folder["islet.sqlite.before-restore"], access: .readOnly)
        #expect(try kept.rows("SELECT id FROM activities ORDER BY id") { row -> String in row[0] } == ["a", "b"])
    }

    @Test("a backup never replaces a file, and leaves no part of one behind")
    func exists() throws {
        _ = try folder.withStore(\.epoch)
        try Data("mine".utf8).write(to: URL(fileURLWithPath: file))
        #expect(try #require(throws: StoreError.self) { try Store.backup(folder: folder.path, to: file) }.reason == .exists)
        #expect(try folder.bytes("backup") == Data("mine".utf8))
        #expect(throws: StoreError.self) { try Store.backup(folder: folder["none"], to: folder["other"]) }
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path).allSatisfy { !$0.hasSuffix(".partial") && $0 != "other" })
    }

    @Test("a restore is refused while a server holds the folder")
    func inUse() throws {
        try folder.withStore { _ in
            try Store.backup(folder: folder.path, to: file)
            #expect(throws: DataFolderError.inUse(folder.path)) { try restore() }
        }
    }

    @Test("a backup that is damaged, foreign, newer or not there changes nothing", arguments: ["damaged", "foreign", "newer", "none"])
    func refused(_ what: String) throws {
        let epoch = try folder.withStore { store in
            for n in 1...100 { try store.append([change(.start, record("a\(n)", start: UInt64(n)))]) }
            try Store.backup(folder: folder.path, to: file)
            return store.epoch
        }
        var expected = StoreError.Reason.other
        switch what {
        case "damaged":
            var bytes = try folder.bytes("backup")
            bytes.replaceSubrange(8_192..<16_384, with: Data(repeating: 0xee, count: 8_192))
            try bytes.write(to: URL(fileURLWithPath: file))
            expected = .corrupt
        case "foreign":
            try Database(file).execute("PRAGMA application_id = 5")
            expected = .foreign
        case "newer":
            try Database(file).execute("PRAGMA user_version = 99")
            expected = .newerVersion
        default:
            try FileManager.default.removeItem(atPath: file)
        }
        #expect(try #require(throws: StoreError.self) { try restore() }.reason == expected)
        try folder.withStore { store in
            #expect(store.epoch == epoch)
            let loaded = try store.load()
            #expect(loaded.activities.count == 100)
        }
    }

    @Test("a restore takes the place of a damaged database")
    func damaged() throws {
        try folder.withStore { store in
            try store.append([change(.start, record("a", start: 1))])
            try Store.backup(folder: folder.path, to: file)
        }
        try Data(repeating: 0x41, count: 8_192).write(to: URL(fileURLWithPath: folder.database))
        try restore()
        try folder.withStore { store in
            let loaded = try store.load()
            #expect(loaded.activities.map(\.id) == ["a"])
        }
    }

    @Test("a restore into a new folder makes the database there")
    func newFolder() throws {
        _ = try folder.withStore(\.epoch)
        try Store.backup(folder: folder.path, to: file)
        let data = try DataFolder(folder["new"])
        try Store.restore(from: file, into: data)
        _ = try Store(folder: data, now: instant)
        #expect(try folder.mode("new/islet.sqlite") == 0o600)
    }
}
