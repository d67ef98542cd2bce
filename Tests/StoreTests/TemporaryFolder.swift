import Foundation
import Store

/// A folder of one test's own, gone with it.
final class TemporaryFolder {
    let path = NSTemporaryDirectory() + "islet-store-\(UUID().uuidString)"
    init() throws { try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true) }
    deinit { try? FileManager.default.removeItem(atPath: path) }
    subscript(_ name: String) -> String { path + "/" + name }
    var database: String { self["islet.sqlite"] }
    func bytes(_ name: String) throws -> Data { try Data(contentsOf: URL(fileURLWithPath: self[name])) }
    func mode(_ name: String) throws -> Int? {
        try FileManager.default.attributesOfItem(atPath: self[name])[.posixPermissions] as? Int
    }

    /// The store of this folder, opened for `body` and closed again.
    func withStore<Result>(_ body: (Store) throws -> Result) throws -> Result {
        let folder = try DataFolder(path)
        return try withExtendedLifetime(folder) { try body(try Store(folder: folder, now: instant)) }
    }
}

/// 2026-03-04 05:06:07.891 UTC.
let instant = Date(timeIntervalSince1970: 1_772_600_767.891)
