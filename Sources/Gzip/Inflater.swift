import CZlib

/// Reads one gzip stream as a client does, piece by piece, and gives out what each piece completes.
public struct Inflater: ~Copyable {
    public struct Malformed: Error, Equatable {
        /// zlib's own number for what was wrong.
        public let code: Int32
    }

    /// More than this from one piece is refused: a few bytes of gzip may stand for gigabytes.
    public static let outputBound = 64 << 20

    private let stream: UnsafeMutablePointer<z_stream>
    /// Whether the stream's own end and its check sum were read.
    public private(set) var isFinished = false

    public init() {
        stream = .allocate(capacity: 1)
        stream.initialize(to: z_stream())
        let result = islet_inflate_init(stream, 15 + 16)
        precondition(result == Z_OK, "zlib: \(result)")
    }

    deinit {
        inflateEnd(stream)
        stream.deinitialize(count: 1)
        stream.deallocate()
    }

    /// What the piece makes decodable, maybe nothing; throws `Malformed` for bytes that are no gzip or too many.
    public mutating func inflate(_ piece: [UInt8]) throws(Malformed) -> [UInt8] {
        var output: [UInt8] = []
        var code = Z_OK
        var window = [UInt8](repeating: 0, count: 16 << 10)
        piece.withUnsafeBufferPointer { input in
            stream.pointee.next_in = UnsafeMutablePointer(mutating: input.baseAddress)
            stream.pointee.avail_in = UInt32(input.count)
            repeat {
                let room = window.count
                let written = window.withUnsafeMutableBufferPointer { buffer in
                    stream.pointee.next_out = buffer.baseAddress
                    stream.pointee.avail_out = UInt32(room)
                    code = CZlib.inflate(stream, Z_SYNC_FLUSH)
                    return room - Int(stream.pointee.avail_out)
                }
                output += window[..<written]
            } while code == Z_OK && stream.pointee.avail_out == 0 && output.count <= Self.outputBound
        }
        if output.count > Self.outputBound { throw Malformed(code: Z_MEM_ERROR) }
        if code == Z_STREAM_END { isFinished = true }
        guard code == Z_OK || code == Z_BUF_ERROR || code == Z_STREAM_END else { throw Malformed(code: code) }
        return output
    }
}
