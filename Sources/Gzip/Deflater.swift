import CZlib

/// One zlib state for raw deflate (RFC 1951), used again and again: making one allocates a quarter of a megabyte.
final class Deflater: @unchecked Sendable {  // one owner at a time: the pool lends it to one call
    enum Ending {
        /// A final block: nothing follows.
        case stream
        /// A flush that forgets the window, so that what follows refers to nothing before it.
        case block
    }

    let level: Int
    private let stream: UnsafeMutablePointer<z_stream>

    init(level: Int) {
        self.level = level
        stream = .allocate(capacity: 1)
        stream.initialize(to: z_stream())
        let result = islet_deflate_init(stream, Int32(level), -15)
        // Only a level outside 0...9 or no memory at all ends here; neither can be answered.
        precondition(result == Z_OK, "zlib refused level \(level): \(result)")
    }

    deinit {
        deflateEnd(stream)
        stream.deinitialize(count: 1)
        stream.deallocate()
    }

    func deflate(_ bytes: [UInt8], ending: Ending, after head: [UInt8], before tail: [UInt8]) -> [UInt8] {
        deflateReset(stream)
        // Z_FULL_FLUSH needs up to six bytes beyond what deflateBound promises for Z_FINISH.
        let bound = Int(deflateBound(stream, UInt(bytes.count))) + 16
        return [UInt8](unsafeUninitializedCapacity: head.count + bound + tail.count) { output, count in
            _ = output.update(fromContentsOf: head)
            count = head.count + run(bytes, ending: ending, into: UnsafeMutableBufferPointer(rebasing: output[head.count...]), bound: bound)
            for byte in tail {
                output[count] = byte
                count += 1
            }
        }
    }

    static func checksum(of bytes: [UInt8]) -> UInt32 {
        bytes.withUnsafeBufferPointer { UInt32(truncatingIfNeeded: crc32_z(0, $0.baseAddress, $0.count)) }
    }

    private func run(_ bytes: [UInt8], ending: Ending, into output: UnsafeMutableBufferPointer<UInt8>, bound: Int) -> Int {
        bytes.withUnsafeBufferPointer { input in
            stream.pointee.next_in = UnsafeMutablePointer(mutating: input.baseAddress)
            stream.pointee.avail_in = UInt32(input.count)
            stream.pointee.next_out = output.baseAddress
            stream.pointee.avail_out = UInt32(bound)
            let result = CZlib.deflate(stream, ending == .stream ? Z_FINISH : Z_FULL_FLUSH)
            precondition(result == (ending == .stream ? Z_STREAM_END : Z_OK), "deflate: \(result)")
            return bound - Int(stream.pointee.avail_out)
        }
    }
}
