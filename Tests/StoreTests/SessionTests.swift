import Foundation
import Routing
import Testing

@testable import Store

@Suite struct SessionTests {
    let folder: TemporaryFolder
    init() throws { folder = try TemporaryFolder() }

    func session(_ hash: String, expires seconds: Double = 60, role: Role = .watcher) -> SessionRecord {
        let created = Date(timeIntervalSince1970: 1_772_600_767)
        return SessionRecord(hash: hash, role: role, created: created, expires: created.addingTimeInterval(seconds))
    }

    @Test("a session outlives a restart, is replaced by its hash, and is gone once deleted")
    func lasts() throws {
        try folder.withStore { try $0.save(session("a")) }
        try folder.withStore { store in
            #expect(try store.session(hash: "a") == session("a"))
            try store.save(session("a", expires: 90, role: .operator))
            #expect(try store.session(hash: "a") == session("a", expires: 90, role: .operator))
            try store.delete(hash: "a")
            #expect(try store.session(hash: "a") == nil)
        }
    }

    @Test("those that expired before an instant go, and no other")
    func expiry() throws {
        let store = try Store(inMemorySince: instant)
        for seconds in [1.0, 2, 3] { try store.save(session("\(Int(seconds))", expires: seconds)) }
        try store.deleteExpired(before: session("x", expires: 2).expires)
        #expect(try ["1", "2", "3"].map { try store.session(hash: $0) != nil } == [false, true, true])
        _ = try store.prune(olderThan: .distantPast, now: session("x", expires: 3).expires)
        #expect(try ["1", "2", "3"].map { try store.session(hash: $0) != nil } == [false, false, true])
    }

    @Test("beyond the bound the one that expires first makes room, never the new one")
    func bound() throws {
        let store = try Store(inMemorySince: instant)
        for n in 1...SessionRecord.limit { try store.save(session("\(n)", expires: Double(n))) }
        #expect(try store.session(hash: "1") != nil)
        try store.save(session("new", expires: 0.5))
        #expect(try store.session(hash: "1") == nil)
        #expect(try store.session(hash: "2") != nil)
        #expect(try store.session(hash: "new") != nil)
    }
}
