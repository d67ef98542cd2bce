import Foundation

/// A folder of one test's own, gone with it.
final class TemporaryFolder {
    let path = NSTemporaryDirectory() + "islet-sqlite-\(UUID().uuidString)"
    init() throws { try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true) }
    deinit { try? FileManager.default.removeItem(atPath: path) }
    subscript(_ name: String) -> String { path + "/" + name }
    func bytes(_ name: String) throws -> Data { try Data(contentsOf: URL(fileURLWithPath: self[name])) }
}
