import Activities
import SQLite

/// JSON's text in a row, and back.
enum StoredJSON {
    /// A row is one level around attributes and state, which may be as deep as JSON is at all.
    private static let envelope = 1

    static func encode(_ json: JSON) -> UTF8Text { UTF8Text(json.bytes) }

    /// Throws `JournalError` where a row holds no JSON.
    static func decode(_ bytes: UnsafeRawBufferPointer) throws(JournalError) -> JSON {
        do {
            return try JSON(bytes: bytes, envelope: envelope)
        } catch {
            throw JournalError(reason: "A stored row cannot be read: \(error.reason) at byte \(error.offset).")
        }
    }
}

extension Row {
    func json(_ column: Int) throws -> JSON { try withBytes(column) { try StoredJSON.decode($0) } }
}
