import Glibc

/// Answers that did not fit into the socket: references to their bodies, no copies.
struct Backlog {
    private var parts: [[UInt8]] = []
    private var offset = 0
    /// Bytes taken since it began to fill.
    private(set) var written = 0

    var isEmpty: Bool { parts.isEmpty }

    /// All that is left, in one piece.
    var rest: [UInt8] { Array(parts.joined().dropFirst(offset)) }

    mutating func begin() {
        written = 0
        offset = 0
    }

    mutating func append(_ bytes: [UInt8]) {
        if !bytes.isEmpty { parts.append(bytes) }
    }

    /// Writes what fits, at most all; `bytes` where any was taken.
    mutating func write(to descriptor: Int32) -> Transfer {
        var taken = 0
        while let part = parts.first {
            let result = part.withUnsafeBytes {
                Socket.write(descriptor, UnsafeRawBufferPointer(rebasing: $0[offset...]), more: parts.count > 1)
            }
            guard case .bytes(let count) = result else {
                if result == .closed || taken == 0 { return result }
                break
            }
            taken += count
            written += count
            offset += count
            if offset < part.count { break }
            parts.removeFirst()
            offset = 0
        }
        return .bytes(taken)
    }
}
