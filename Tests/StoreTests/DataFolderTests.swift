import Activities
import Foundation
import Glibc
import Testing

@testable import Store

@Suite struct DataFolderTests {
    let folder: TemporaryFolder
    init() throws { folder = try TemporaryFolder() }

    @Test("the folder is made with those above it, for its owner alone, and so is the database")
    func made() throws {
        let data = try DataFolder(folder["x/y"])
        #expect(try folder.mode("x") == 0o700)
        #expect(try folder.mode("x/y") == 0o700)
        let store = try Store(folder: data, now: instant)
        try store.append([change(.start, record("a", start: 1))])
        for file in ["islet.sqlite", "islet.sqlite-wal", "islet.sqlite-shm", "islet.lock"] { #expect(try folder.mode("x/y/" + file) == 0o600) }
    }

    @Test("a second server on the same folder is refused, also by another way to it, until the first is gone")
    func locked() throws {
        try FileManager.default.createSymbolicLink(atPath: folder["link"], withDestinationPath: folder.path)
        let first = try DataFolder(folder.path)
        try withExtendedLifetime(first) {
            let error = try #require(throws: DataFolderError.self) { try DataFolder(folder.path) }
            #expect(error == .inUse(folder.path))
            #expect(error.description.contains(folder.path) && !error.description.contains("\n"))
            #expect(throws: DataFolderError.inUse(folder["link"])) { try DataFolder(folder["link"]) }
        }
    }

    @Test("a lock goes with its holder")
    func released() throws {
        for _ in 0..<3 { _ = try DataFolder(folder.path) }
    }

    @Test("a file in the folder's place, or in its path's, is no folder")
    func file() throws {
        try Data().write(to: URL(fileURLWithPath: folder["f"]))
        #expect(throws: DataFolderError.notAFolder(folder["f"])) { try DataFolder(folder["f"]) }
        #expect(throws: DataFolderError.notAFolder(folder["f/x"])) { try DataFolder(folder["f/x"]) }
    }

    @Test("a refusal to write is said as such, anything else in the system's words", arguments: [EACCES, EPERM, EROFS])
    func refused(_ code: CInt) {
        #expect(DataFolderError("/d", errno: code) == .readOnly("/d"))
        #expect(DataFolderError("/d", errno: ENOSPC).description.contains("No space left"))
    }
}
