/// The body of one request, out of its framing; bytes past `keep` are counted and dropped, past `drain` refused.
struct BodyReader {
    /// Bytes of body that came so far, framing not counted.
    private(set) var received = 0
    /// More came than is kept.
    private(set) var isOver = false

    private let keep: Int
    private let drain: Int
    private var framing: State

    private enum State {
        case length(left: Int)
        case chunked(ChunkedDecoder)
    }

    /// `keep` and `drain` in bytes of body; the greater of them is the most that is read.
    init(_ framing: Framing, keep: Int, limits: RequestParser.Limits) {
        self.keep = keep
        drain = max(keep, limits.drain)
        self.framing =
            switch framing {
            case .length(let length): .length(left: length)
            case .chunked: .chunked(ChunkedDecoder(limits: limits))
            }
    }

    /// Takes from `start` on; says where the first byte stands that it did not take, and whether the body is whole.
    mutating func consume(
        _ bytes: UnsafeBufferPointer<UInt8>, from start: Int, into body: inout [UInt8]
    ) throws(RequestError.Reason) -> (end: Int, isComplete: Bool) {
        switch framing {
        case .length(let left):
            let end = start + min(left, bytes.count - start)
            framing = .length(left: left - (end - start))
            store(bytes[start..<end], into: &body)
            return (end, left == end - start)
        case .chunked(var decoder):
            defer { framing = .chunked(decoder) }
            var at = start
            while true {
                switch try decoder.next(bytes, from: &at) {
                case .size(let size):
                    if size > drain - received { throw .bodyTooLarge }
                    if size > keep - received {
                        isOver = true
                        body = []
                    }
                case .data(let range): store(bytes[range], into: &body)
                case .end: return (at, true)
                case .more: return (at, false)
                }
            }
        }
    }

    private mutating func store(_ bytes: Slice<UnsafeBufferPointer<UInt8>>, into body: inout [UInt8]) {
        received += bytes.count
        if keep > 0, !isOver { body.append(contentsOf: bytes) }
    }
}
