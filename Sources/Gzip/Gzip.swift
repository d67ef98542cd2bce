// The front door of Gzip: whole streams, and blocks that many streams share.
//
// Laws: the only module that imports CZlib. A block refers to nothing before it and ends on a byte
// boundary, so any selection of blocks, in any order, after one header is a gzip stream that can be
// decoded up to its last byte. Bytes in, bytes out: no sockets, no clock, no state that callers see.

/// The gzip coding (RFC 1952) of pages, files and event streams.
public enum Gzip {
    /// The level that pages and frames are compressed with, 0 to 9.
    public static let standardLevel = 6

    /// The ten bytes with which a gzip stream begins: deflate, no name, no time, Unix (RFC 1952, section 2.3).
    public static let streamHeader: [UInt8] = [0x1F, 0x8B, 8, 0, 0, 0, 0, 0, 0, 3]

    /// The bytes as one whole gzip stream, trailer included; `level` is 0 to 9.
    public static func compress(_ bytes: [UInt8], level: Int = standardLevel) -> [UInt8] {
        let trailer = littleEndian(Deflater.checksum(of: bytes)) + littleEndian(UInt32(truncatingIfNeeded: bytes.count))
        return DeflaterPool.shared.withDeflater(level: level) { deflater in
            deflater.deflate(bytes, ending: .stream, after: streamHeader, before: trailer)
        }
    }

    /// The bytes as an independent block: it can follow `streamHeader` and any other blocks, and is decodable as soon as it came.
    public static func block(_ bytes: [UInt8], level: Int = standardLevel) -> [UInt8] {
        // Nothing to say, nothing to send: an empty block would still cost five bytes for every subscriber.
        if bytes.isEmpty { return [] }
        return DeflaterPool.shared.withDeflater(level: level) { deflater in
            deflater.deflate(bytes, ending: .block, after: [], before: [])
        }
    }

    private static func littleEndian(_ value: UInt32) -> [UInt8] {
        (0..<4).map { UInt8(truncatingIfNeeded: value >> ($0 * 8)) }
    }
}
