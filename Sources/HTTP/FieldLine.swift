/// One field line (RFC 9112, section 5): refused, never mended, where it is not to the letter.
struct FieldLine {
    let name: Fields.Name
    let role: KnownFields.Role
    let value: String

    /// Reads a line without its line end.
    init(_ line: Slice<UnsafeBufferPointer<UInt8>>) throws(RequestError.Reason) {
        let (name, content) = try Self.split(line)
        (self.name, role) = KnownFields.name(name)
        value = String(fieldBytes: UnsafeBufferPointer(rebasing: content))
    }

    /// Name and trimmed value; everything in them has been looked at.
    static func split(
        _ line: Slice<UnsafeBufferPointer<UInt8>>
    ) throws(RequestError.Reason) -> (name: Slice<UnsafeBufferPointer<UInt8>>, value: Slice<UnsafeBufferPointer<UInt8>>) {
        if let first = line.first, first.isBlank { throw .fieldFolded }  // RFC 9112, section 5.2: obs-fold has smuggled requests
        var at = line.startIndex
        while at < line.endIndex, line[at].isToken { at += 1 }
        guard at > line.startIndex, at < line.endIndex, line[at] == .colon else { throw .fieldMalformed }
        let name = line[..<at]
        var lower = at + 1
        var upper = line.endIndex
        while lower < upper, line[lower].isBlank { lower += 1 }
        while upper > lower, line[upper - 1].isBlank { upper -= 1 }
        var index = lower
        while index < upper {
            if !line[index].isFieldContent { throw .fieldMalformed }
            index += 1
        }
        return (name, line[lower..<upper])
    }
}
