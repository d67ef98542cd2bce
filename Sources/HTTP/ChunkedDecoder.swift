/// The chunked transfer coding (RFC 9112, section 7.1); line ends are CRLF and nothing else.
struct ChunkedDecoder {
    enum Step {
        /// A chunk of that many bytes follows.
        case size(Int)
        case data(Range<Int>)
        case end
        case more
    }

    private enum State {
        case size
        case data(left: Int)
        case dataEnd, trailers
    }

    private let limits: RequestParser.Limits
    private var state = State.size
    private var scanned = 0
    private var extensions = 0
    private var trailers = 0

    init(limits: RequestParser.Limits) { self.limits = limits }

    /// One step from `at` on, which it moves behind what it took.
    mutating func next(_ bytes: UnsafeBufferPointer<UInt8>, from at: inout Int) throws(RequestError.Reason) -> Step {
        switch state {
        case .size:
            guard let line = try line(bytes, from: &at, limit: limits.chunkLine, passed: .chunkExtensionsTooLarge) else { return .more }
            let size = try size(line)
            state = size == 0 ? .trailers : .data(left: size)
            return .size(size)
        case .data(let left):
            let range = at..<(at + min(left, bytes.count - at))
            at = range.upperBound
            state = left == range.count ? .dataEnd : .data(left: left - range.count)
            return range.isEmpty ? .more : .data(range)
        case .dataEnd:
            guard let line = try line(bytes, from: &at, limit: 0, passed: .chunkMalformed) else { return .more }
            if !line.isEmpty { throw .chunkMalformed }
            state = .size
            return try next(bytes, from: &at)
        case .trailers:
            return try trailer(bytes, from: &at)
        }
    }

    /// Trailer fields are read as strictly as others, and dropped (RFC 9110, section 6.5.1: merging them is a risk).
    private mutating func trailer(_ bytes: UnsafeBufferPointer<UInt8>, from at: inout Int) throws(RequestError.Reason) -> Step {
        while let line = try line(bytes, from: &at, limit: limits.trailers - trailers - 2, passed: .trailersTooLarge) {
            trailers += line.count + 2
            if line.isEmpty { return .end }
            _ = try FieldLine.split(line)
        }
        return .more
    }

    /// A line without its CRLF; nil when it is not whole yet, and still below its limit.
    private mutating func line(
        _ bytes: UnsafeBufferPointer<UInt8>, from at: inout Int, limit: Int, passed: RequestError.Reason
    ) throws(RequestError.Reason) -> Slice<UnsafeBufferPointer<UInt8>>? {
        var index = at + scanned
        while index < bytes.count, bytes[index] != .lf { index += 1 }
        if index - at > limit + 1 { throw passed }
        guard index < bytes.count else {
            scanned = index - at
            return nil
        }
        guard index > at, bytes[index - 1] == .cr else { throw .chunkMalformed }
        defer { at = index + 1 }
        scanned = 0
        return bytes[at..<(index - 1)]
    }

    /// Hexadecimal digits, then at most extensions, which mean nothing here but are counted.
    private mutating func size(_ line: Slice<UnsafeBufferPointer<UInt8>>) throws(RequestError.Reason) -> Int {
        var size = 0
        var at = line.startIndex
        while at < line.endIndex, let digit = line[at].hexValue {
            if size > Int.max >> 4 { throw .chunkMalformed }
            size = size << 4 | Int(digit)
            at += 1
        }
        guard at > line.startIndex else { throw .chunkMalformed }
        try checkExtensions(line[at...])
        return size
    }

    private mutating func checkExtensions(_ text: Slice<UnsafeBufferPointer<UInt8>>) throws(RequestError.Reason) {
        if text.isEmpty { return }
        guard text.first(where: { !$0.isBlank }) == .semicolon, text.allSatisfy(\.isFieldContent) else { throw .chunkMalformed }
        extensions += text.count
        if extensions > limits.chunkExtensions { throw .chunkExtensionsTooLarge }
    }
}
