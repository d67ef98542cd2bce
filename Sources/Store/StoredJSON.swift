import Activities
import SQLite

/// JSON's text in a row, and back.
enum StoredJSON {
    static func encode(_ json: JSON) -> String { String(decoding: json.bytes, as: UTF8.self) }

    /// Throws `JournalError` where a row holds no JSON.
    static func decode(_ bytes: UnsafeRawBufferPointer) throws(JournalError) -> JSON {
        do {
            return try JSON(bytes: bytes)
        } catch {
            throw JournalError(reason: "A stored row cannot be read: \(error.reason) at byte \(error.offset).")
        }
    }
}

extension Row {
    func json(_ column: Int) throws -> JSON { try withBytes(column) { try StoredJSON.decode($0) } }
}
