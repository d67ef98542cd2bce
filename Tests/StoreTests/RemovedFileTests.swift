import Activities
import Foundation
import Testing

@testable import Store

@Suite struct RemovedFileTests {
    @Test("nothing is acknowledged that would go to a database which was removed or replaced")
    func removed() throws {
        for isReplaced in [false, true] {
            let folder = try TemporaryFolder()
            try folder.withStore { store in
                try store.append([change(.start, record("a", start: 1, sequence: 1))])
                try FileManager.default.removeItem(atPath: folder.database)
                if isReplaced { try Data().write(to: URL(fileURLWithPath: folder.database)) }
                #expect(throws: JournalError.self) { try store.append([change(.update, record("a", start: 1, sequence: 2))]) }
            }
        }
    }

    @Test("once settled, the one file holds everything")
    func settled() throws {
        let folder = try TemporaryFolder()
        let file = try folder.withStore { store in
            try store.append([change(.start, record("a", start: 1, sequence: 1))])
            try store.settle()
            return try folder.bytes("islet.sqlite")
        }
        let copy = try TemporaryFolder()
        try file.write(to: URL(fileURLWithPath: copy.database))
        let ids = try copy.withStore { store in try store.load().activities.map(\.id) }
        #expect(ids == ["a"])
    }
}
