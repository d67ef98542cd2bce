import CSQLite

/// One row, valid only while the closure that it was given to runs.
public struct Row: ~Copyable {
    let statement: OpaquePointer

    /// The value of a column, counted from 0; ask for an Optional where it may be NULL.
    public subscript<Value: Bindable>(_ column: Int) -> Value { Value.column(of: statement, at: Int32(column)) }

    /// The bytes of a text or blob without copying them, valid inside `body` only.
    public func withBytes<Result>(_ column: Int, _ body: (UnsafeRawBufferPointer) throws -> Result) rethrows -> Result {
        let start = sqlite3_column_blob(statement, Int32(column))
        let count = start == nil ? 0 : Int(sqlite3_column_bytes(statement, Int32(column)))
        return try body(UnsafeRawBufferPointer(start: start, count: count))
    }
}
