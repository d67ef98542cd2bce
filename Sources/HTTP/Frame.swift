import Synchronization

/// The bytes that bring subscribers from one cursor to another, encoded once, shared by every connection that is sent them.
public final class Frame: Sendable {
    /// Event-stream text (complete events), not yet chunked, not compressed.
    public let payload: [UInt8]
    /// Where a subscriber stands once it has been sent the payload.
    public let cursor: Cursor
    /// Nothing follows: the stream ends after this frame with a complete final chunk.
    public let isLast: Bool

    /// The ways in which a connection may want the payload.
    public enum Coding: Int, Sendable, CaseIterable { case raw, chunked, gzipChunked, gzipRaw }

    private let encodings = Mutex<[Coding: [UInt8]]>([:])

    public init(payload: [UInt8], cursor: Cursor, isLast: Bool = false) {
        self.payload = payload
        self.cursor = cursor
        self.isLast = isLast
    }

    /// The payload in that coding; made by `encode` on first use and kept as long as the frame.
    public func bytes(_ coding: Coding, encode: ([UInt8]) -> [UInt8]) -> [UInt8] {
        encodings.withLock { known in
            if let bytes = known[coding] { return bytes }
            let bytes = encode(payload)
            known[coding] = bytes
            return bytes
        }
    }
}
