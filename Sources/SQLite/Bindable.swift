import CSQLite

/// A value that a placeholder takes and a column gives back.
public protocol Bindable {
    /// Returns SQLite's result code.
    func bind(to statement: OpaquePointer, at index: Int32) -> Int32
    /// The column's value, converted as SQLite converts (sqlite.org/c3ref/column_blob.html).
    static func column(of statement: OpaquePointer, at index: Int32) -> Self
}

extension Int64: Bindable {
    public func bind(to statement: OpaquePointer, at index: Int32) -> Int32 { sqlite3_bind_int64(statement, index, self) }
    public static func column(of statement: OpaquePointer, at index: Int32) -> Int64 { sqlite3_column_int64(statement, index) }
}

extension Int: Bindable {
    public func bind(to statement: OpaquePointer, at index: Int32) -> Int32 { sqlite3_bind_int64(statement, index, Int64(self)) }
    public static func column(of statement: OpaquePointer, at index: Int32) -> Int { Int(sqlite3_column_int64(statement, index)) }
}

extension Double: Bindable {
    public func bind(to statement: OpaquePointer, at index: Int32) -> Int32 { sqlite3_bind_double(statement, index, self) }
    public static func column(of statement: OpaquePointer, at index: Int32) -> Double { sqlite3_column_double(statement, index) }
}

extension String: Bindable {
    public func bind(to statement: OpaquePointer, at index: Int32) -> Int32 {
        var text = self
        return text.withUTF8 { bytes in
            // An empty buffer may have no address, and SQLite takes a null pointer for NULL.
            guard let start = bytes.baseAddress else { return islet_bind_text(statement, index, "", 0) }
            return start.withMemoryRebound(to: CChar.self, capacity: bytes.count) {
                islet_bind_text(statement, index, $0, Int32(clamping: bytes.count))
            }
        }
    }

    public static func column(of statement: OpaquePointer, at index: Int32) -> String {
        guard let start = sqlite3_column_text(statement, index) else { return "" }
        // The count, not the first zero: a text may hold U+0000.
        return String(decoding: UnsafeBufferPointer(start: start, count: Int(sqlite3_column_bytes(statement, index))), as: UTF8.self)
    }
}

/// A text by its bytes, which its maker knows to be UTF-8: nothing is checked or copied on the way to SQLite.
public struct UTF8Text: Sendable, Hashable, Bindable {
    public let bytes: [UInt8]

    public init(_ bytes: [UInt8]) { self.bytes = bytes }

    public func bind(to statement: OpaquePointer, at index: Int32) -> Int32 {
        bytes.withUnsafeBytes { bytes in
            guard let start = bytes.baseAddress else { return islet_bind_text(statement, index, "", 0) }
            return islet_bind_text(statement, index, start.assumingMemoryBound(to: CChar.self), Int32(clamping: bytes.count))
        }
    }

    public static func column(of statement: OpaquePointer, at index: Int32) -> UTF8Text {
        guard let start = sqlite3_column_text(statement, index) else { return UTF8Text([]) }
        return UTF8Text(Array(UnsafeBufferPointer(start: start, count: Int(sqlite3_column_bytes(statement, index)))))
    }
}

extension [UInt8]: Bindable {
    public func bind(to statement: OpaquePointer, at index: Int32) -> Int32 {
        withUnsafeBytes { bytes in
            guard let start = bytes.baseAddress, !bytes.isEmpty else { return sqlite3_bind_zeroblob(statement, index, 0) }
            return islet_bind_blob(statement, index, start, Int32(clamping: bytes.count))
        }
    }

    public static func column(of statement: OpaquePointer, at index: Int32) -> [UInt8] {
        let start = sqlite3_column_blob(statement, index)
        return Array(UnsafeRawBufferPointer(start: start, count: start == nil ? 0 : Int(sqlite3_column_bytes(statement, index))))
    }
}

extension Optional: Bindable where Wrapped: Bindable {
    public func bind(to statement: OpaquePointer, at index: Int32) -> Int32 {
        self?.bind(to: statement, at: index) ?? sqlite3_bind_null(statement, index)
    }

    public static func column(of statement: OpaquePointer, at index: Int32) -> Wrapped? {
        sqlite3_column_type(statement, index) == SQLITE_NULL ? nil : Wrapped.column(of: statement, at: index)
    }
}
