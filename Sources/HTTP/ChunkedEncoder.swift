/// The chunked transfer coding on the way out (RFC 9112, section 7.1).
public enum ChunkedEncoder {
    /// `0` and the empty line behind it: the stream is whole.
    public static let end: [UInt8] = Array("0\r\n\r\n".utf8)

    /// Appends one chunk; nothing for no bytes, whose chunk would be the end.
    public static func append(_ bytes: some Collection<UInt8>, to buffer: inout [UInt8]) {
        if bytes.isEmpty { return }
        buffer.append(hexadecimal: bytes.count)
        buffer.append("\r\n")
        buffer.append(contentsOf: bytes)
        buffer.append("\r\n")
    }

    /// One chunk in a buffer of its own.
    public static func chunk(_ bytes: some Collection<UInt8>) -> [UInt8] {
        var buffer: [UInt8] = []
        buffer.reserveCapacity(bytes.count + 20)
        append(bytes, to: &buffer)
        return buffer
    }
}

extension Response {
    /// What a server sends to a client that waits before its body (RFC 9110, section 15.2.1).
    public static let continueBytes: [UInt8] = Array("HTTP/1.1 100 Continue\r\n\r\n".utf8)
}
