import Activities
import Foundation
import SQLite
import Synchronization
import Testing

@testable import Store

@Suite struct FailureTests {
    let folder: TemporaryFolder
    init() throws { folder = try TemporaryFolder() }

    @Test("a full disk is said as such, loses nothing, and is got over by itself once there is room")
    func full() throws {
        try folder.withStore { store in
            try store.append([change(.start, record("a", start: 1))])
            let pages = try store.read { try $0.integerPragma("page_count") }
            try store.writer.withLock { try $0.execute("PRAGMA max_page_count = \(pages)") }
            let many = (2...200).map { change(.start, record("a\($0)", start: $0)) }
            for _ in 0..<2 {
                let error = try #require(throws: JournalError.self) { try store.append(many) }
                #expect(error.isFull)
            }
            #expect(try store.load().activities.map(\.id) == ["a"])
            try store.writer.withLock { try $0.execute("PRAGMA max_page_count = 1000000") }
            try store.append(many)
        }
        try folder.withStore { store in
            let loaded = try store.load()
            #expect(loaded.activities.count == 200 && loaded.lastSequence == 200)
        }
    }

    @Test("a database that another program locks is said as such and got over once it lets go")
    func locked() throws {
        try folder.withStore { store in
            try store.writer.withLock { try $0.execute("PRAGMA busy_timeout = 1") }
            let other = try Database(folder.database, access: .readWrite)
            try other.transaction {
                let error = try #require(throws: JournalError.self) { try store.append([change(.start, record("a", start: 1))]) }
                #expect(!error.isFull && error.reason.contains("locked"))
            }
            try store.append([change(.start, record("a", start: 1))])
            let loaded = try store.load()
            #expect(loaded.activities.count == 1)
        }
    }

    @Test("a database that cannot be written is said as such, still read, and got over once it can")
    func readOnly() throws {
        try folder.withStore { store in
            try store.append([change(.start, record("a", start: 1))])
            try store.writer.withLock { try $0.execute("PRAGMA query_only = ON") }
            let update = [change(.update, record("a", start: 1, sequence: 2))]
            let error = try #require(throws: JournalError.self) { try store.append(update) }
            #expect(!error.isFull && error.reason.contains("read-only"))
            #expect(try store.load().lastSequence == 1)
            try store.writer.withLock { try $0.execute("PRAGMA query_only = OFF") }
            try store.append(update)
            #expect(try store.load().lastSequence == 2)
        }
    }

    @Test("what was appended can be read from many threads while more is appended")
    func threads() async throws {
        let data = try DataFolder(folder.path)
        let store = try Store(folder: data, now: instant)
        try store.append([change(.start, record("a", start: 1))])
        try await withThrowingTaskGroup(of: Void.self) { group in
            for _ in 0..<4 {
                group.addTask {
                    for _ in 0..<100 {
                        let found = try #require(try store.activity("a"))
                        #expect(found.content.state == .object(["currentGlasses": .integer(Int64(found.sequence)), "dailyGoal": .integer(8)]) || found.sequence == 1)
                    }
                }
            }
            group.addTask {
                for n in UInt64(2)...50 { try store.append([change(.update, record("a", start: 1, sequence: n, glasses: Int64(n)))]) }
            }
            try await group.waitForAll()
        }
        #expect(try store.load().lastSequence == 50)
    }

    @Test("the log stays bounded however much is appended")
    func log() throws {
        try folder.withStore { store in
            try store.append([change(.start, record("a", start: 1))])
            for turn in UInt64(0)..<300 {
                try store.append((1...32).map { change(.update, record("a", start: 1, sequence: turn * 32 + 1 + $0)) })
            }
            let bytes = try folder.bytes("islet.sqlite-wal").count
            #expect(bytes <= Store.logBytes)
        }
    }
}
