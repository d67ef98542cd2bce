import Gzip
import HTTP

/// How event-stream text is put on the wire for one connection: chunked for HTTP/1.1, compressed where the client takes it.
extension Frame.Coding {
    var isChunked: Bool { self == .chunked || self == .gzipChunked }
    var isGzip: Bool { self == .gzipChunked || self == .gzipRaw }

    /// Which one a client gets; HTTP/1.0 knows no chunks, its stream ends with the connection.
    init(version: Request.Version, gzip: Bool) {
        switch (version, gzip) {
        case (.http1_1, true): self = .gzipChunked
        case (.http1_1, false): self = .chunked
        case (.http1_0, true): self = .gzipRaw
        case (.http1_0, false): self = .raw
        }
    }

    /// Bytes that many streams may share.
    func encode(_ payload: [UInt8]) -> [UInt8] {
        let coded = isGzip ? Gzip.block(payload) : payload
        return isChunked ? ChunkedEncoder.chunk(coded) : coded
    }

    /// What a stream begins with: the coding's own header, then this connection's preamble.
    func begin(_ preamble: [UInt8]) -> [UInt8] {
        let coded = isGzip ? Gzip.streamHeader + Gzip.block(preamble) : preamble
        return isChunked ? ChunkedEncoder.chunk(coded) : coded
    }

    /// What completes a stream's framing.
    var end: [UInt8] { isChunked ? ChunkedEncoder.end : [] }
}
