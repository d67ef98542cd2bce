import CZlib
import Testing

@testable import Gzip

/// Markup as a card's frame has it: repetitive, with a few bytes that differ from one to the next.
private func frame(_ number: Int, size: Int = 3_000) -> [UInt8] {
    var text = "event: put\nid: 4f1c-\(number)\n"
    var row = 0
    while text.utf8.count < size {
        text += "data: <li id=\"lock-screen-\(number)-\(row)\" data-order=\"\(number * 31 + row)\"><b>Driver \(row * 7919 % 997)</b></li>\n"
        row += 1
    }
    return Array(text.utf8.prefix(size - 2)) + [10, 10]
}

private func inflateWhole(_ bytes: [UInt8]) throws -> (bytes: [UInt8], finished: Bool) {
    var inflater = Inflater()
    let output = try inflater.inflate(bytes)
    return (output, inflater.isFinished)
}

/// What zlib itself makes of the bytes, one gzip stream at level 6.
private func zlibAlone(_ bytes: [UInt8]) -> Int {
    var stream = z_stream()
    precondition(islet_deflate_init(&stream, 6, 15 + 16) == Z_OK)
    defer { deflateEnd(&stream) }
    var input = bytes
    var output = [UInt8](repeating: 0, count: bytes.count + 1_000)
    return input.withUnsafeMutableBufferPointer { source in
        output.withUnsafeMutableBufferPointer { target in
            stream.next_in = source.baseAddress
            stream.avail_in = UInt32(source.count)
            stream.next_out = target.baseAddress
            stream.avail_out = UInt32(target.count)
            precondition(deflate(&stream, Z_FINISH) == Z_STREAM_END)
            return Int(stream.total_out)
        }
    }
}

@Test("a whole stream inflates to what went in and is complete", arguments: [0, 1, 511, 3_000, 200_000])
func wholeStream(size: Int) throws {
    let bytes = size < 4 ? [UInt8](repeating: 7, count: size) : frame(1, size: size)
    for level in [0, 1, 6, 9] {
        let result = try inflateWhole(Gzip.compress(bytes, level: level))
        #expect(result.bytes == bytes)
        #expect(result.finished)
    }
}

@Test("any selection of blocks in any order after one header inflates to the same selection")
func anySelection() throws {
    let seed = UInt64.random(in: 0...(.max))
    print("seed \(seed)")
    var state = seed
    func next() -> Int {
        state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        return Int(state >> 33)
    }
    let frames = (0..<12).map { frame($0, size: 40 + $0 * 400) }
    let blocks = frames.map { Gzip.block($0) }
    for _ in 0..<200 {
        let chosen = (0..<(next() % 9)).map { _ in next() % frames.count }
        let stream = chosen.reduce(Gzip.streamHeader) { $0 + blocks[$1] }
        let result = try inflateWhole(stream)
        #expect(result.bytes == chosen.flatMap { frames[$0] })
        #expect(!result.finished)
    }
}

@Test("a block is decodable as soon as its last byte came")
func decodableAtOnce() throws {
    var inflater = Inflater()
    #expect(try inflater.inflate(Gzip.streamHeader) == [])
    for number in 0..<5 {
        let bytes = frame(number)
        #expect(try inflater.inflate(Gzip.block(bytes)) == bytes)
    }
}

@Test("a block of a three kilobyte frame costs no more than 1.02 times zlib alone")
func blockSize() {
    for number in 0..<20 {
        let bytes = frame(number)
        #expect(Double(Gzip.block(bytes).count) <= 1.02 * Double(zlibAlone(bytes)))
    }
}

@Test("a block of nothing is nothing")
func emptyBlock() {
    #expect(Gzip.block([]) == [])
}

@Test("bytes that do not compress still fit")
func incompressible() throws {
    var generator = SystemRandomNumberGenerator()
    let bytes = (0..<100_000).map { _ in UInt8.random(in: 0...255, using: &generator) }
    #expect(try inflateWhole(Gzip.compress(bytes)).bytes == bytes)
    #expect(try inflateWhole(Gzip.streamHeader + Gzip.block(bytes)).bytes == bytes)
}

@Test("bytes that are no gzip are refused")
func malformed() {
    var inflater = Inflater()
    #expect(throws: Inflater.Malformed.self) { try inflater.inflate(Array("hello there".utf8)) }
}

@Test("a piece inflates to as many bytes as the bound allows, one more is refused", arguments: [0, 1])
func inflatedBound(beyond: Int) throws {
    let packed = Gzip.compress([UInt8](repeating: 0, count: Inflater.outputBound + beyond))
    #expect(packed.count < 100_000)
    var inflater = Inflater()
    if beyond == 0 {
        #expect(try inflater.inflate(packed).count == Inflater.outputBound)
    } else {
        #expect(throws: Inflater.Malformed.self) { try inflater.inflate(packed) }
    }
}

@Test("no more deflaters rest than the bound")
func restingBound() async {
    await withTaskGroup(of: Void.self) { group in
        for number in 0..<16 { group.addTask { _ = Gzip.block(frame(number, size: 20_000)) } }
    }
    #expect(DeflaterPool.shared.restingCount <= DeflaterPool.restingBound)
    #expect(DeflaterPool.shared.restingCount > 0)
}
