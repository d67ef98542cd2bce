/// Request line and fields, line by line as they come in; each byte is looked for a line end once.
struct HeadParser {
    private(set) var requestLine: RequestLine?
    private(set) var fields: [Fields.Field] = []
    private(set) var framing = FramingFields()
    /// Something of a request has come; empty lines before it are nothing.
    private(set) var hasBegun = false

    let limits: RequestParser.Limits
    private var scanned = 0
    private var length = 0
    private var emptyLines = 0

    init(limits: RequestParser.Limits) { self.limits = limits }

    /// Takes whole lines from `start` on; says where the first byte stands that it did not take, and whether the head is whole.
    mutating func consume(
        _ bytes: UnsafeBufferPointer<UInt8>, from start: Int
    ) throws(RequestError.Reason) -> (end: Int, isComplete: Bool) {
        var at = start
        while at < bytes.count {
            try begin(bytes[at])
            guard let end = try lineEnd(bytes, from: at) else { return (at, false) }
            guard end > at, bytes[end - 1] == .cr else { throw .lineEndMalformed }
            let isComplete = try take(bytes[at..<(end - 1)])
            at = end + 1
            if isComplete { return (at, true) }
        }
        return (at, false)
    }

    /// The first byte of all decides whether this is HTTP: a TLS hello may hold no line end, and would wait for ever.
    private mutating func begin(_ byte: UInt8) throws(RequestError.Reason) {
        if hasBegun || byte == .cr { return }
        if byte == .lf { throw .lineEndMalformed }
        guard byte.isToken else { throw .requestLineMalformed }
        hasBegun = true
        fields.reserveCapacity(12)
    }

    /// Where the line feed stands, nil when it has not come; either way no line passes its limit.
    private mutating func lineEnd(_ bytes: UnsafeBufferPointer<UInt8>, from at: Int) throws(RequestError.Reason) -> Int? {
        var index = at + scanned
        while index < bytes.count, bytes[index] != .lf { index += 1 }
        let isFound = index < bytes.count
        let count = index - at  // with the carriage return, where there is one
        if requestLine == nil, count > limits.requestLine + 1 { throw .requestLineTooLong }
        if length + count + (isFound ? 1 : 0) > limits.head { throw .headTooLarge }
        scanned = isFound ? 0 : count
        if isFound { length += count + 1 }
        return isFound ? index : nil
    }

    /// Reads one line; true for the empty one that ends the head.
    private mutating func take(_ line: Slice<UnsafeBufferPointer<UInt8>>) throws(RequestError.Reason) -> Bool {
        if requestLine != nil {
            if line.isEmpty { return true }
            if fields.count >= limits.fields { throw .tooManyFields }
            let field = try FieldLine(line)
            framing.note(field)
            fields.append(Fields.Field(field.name, field.value))
        } else if line.isEmpty {
            emptyLines += 1
            length = 0
            if emptyLines > limits.emptyLines { throw .tooManyEmptyLines }
        } else {
            requestLine = try RequestLine(line)
        }
        return false
    }
}
