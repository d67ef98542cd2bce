/// Where in a template something is wrong, and what, in one sentence; line and column count from 1, columns in Unicode scalars.
public struct TemplateError: Error, Hashable, Sendable, CustomStringConvertible {
    public let file: String
    public let line: Int
    public let column: Int
    public let message: String

    public init(file: String, line: Int = 1, column: Int = 1, message: String) {
        self.file = file
        self.line = line
        self.column = column
        self.message = message
    }

    init(_ file: String, _ position: Position, _ message: String) {
        self.init(file: file, line: position.line, column: position.column, message: message)
    }

    public var description: String { "\(file):\(line):\(column): \(message)" }
}

/// A place in a source: line and column from 1.
struct Position: Hashable, Sendable {
    var line = 1
    var column = 1

    mutating func advance(over bytes: some Sequence<UInt8>) {
        for byte in bytes {
            if byte == UInt8(ascii: "\n") {
                line += 1
                column = 1
            } else if byte & 0xC0 != 0x80 {  // continuation bytes of UTF-8 are no columns
                column += 1
            }
        }
    }
}
