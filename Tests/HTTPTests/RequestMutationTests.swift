import Testing

@testable import HTTP

@Suite("Requests with random damage")
struct RequestMutationTests {
    @Test("damaged bytes never crash, and mean the same however they are cut", arguments: 0..<8 as Range<UInt64>)
    func mutations(_ seed: UInt64) {
        var random = Seeded(state: seed)
        var limits = RequestParser.Limits()
        limits.body = 12
        limits.drain = 20
        for round in 0..<250 {
            var input = bytes(requestCases.randomElement(using: &random)!.input)
            if Bool.random(using: &random) { input += bytes(requestCases.randomElement(using: &random)!.input) }
            for _ in 0..<Int.random(in: 1...4, using: &random) { damage(&input, &random) }
            let all = whole(input, limits: limits)
            #expect(byByte(input, limits: limits) == all, "seed \(seed), round \(round)")
            #expect(outcome(of: pieces(of: input, &random), limits: limits) == all, "seed \(seed), round \(round)")
            #expect(all.events.filter { $0.hasSuffix("closes") }.count <= 1)
        }
    }

    private func damage(_ input: inout [UInt8], _ random: inout Seeded) {
        guard !input.isEmpty else { return }
        let at = Int.random(in: input.indices, using: &random)
        let telling: [UInt8] = [0, 9, 10, 13, 32, 34, 37, 44, 48, 49, 58, 59, 92, 97, 127, 128, 195, 255]
        switch Int.random(in: 0..<5, using: &random) {
        case 0: input[at] = telling.randomElement(using: &random)!
        case 1: input.remove(at: at)
        case 2: input.insert(telling.randomElement(using: &random)!, at: at)
        case 3: input.removeSubrange(at...)
        default: input.insert(contentsOf: input[at...].prefix(Int.random(in: 1...20, using: &random)), at: at)
        }
    }

    private func pieces(of input: [UInt8], _ random: inout Seeded) -> [ArraySlice<UInt8>] {
        var pieces: [ArraySlice<UInt8>] = []
        var rest = input[...]
        while !rest.isEmpty {
            let count = Int.random(in: 1...17, using: &random)
            pieces.append(rest.prefix(count))
            rest = rest.dropFirst(count)
        }
        return pieces
    }
}
