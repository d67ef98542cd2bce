@testable import HTTP

/// What a connection learns from some bytes, in a form that can be compared.
struct Outcome: Equatable, CustomStringConvertible {
    var events: [String]
    var phase: RequestParser.Phase

    var description: String { events.joined(separator: " | ") + " | \(phase)" }
}

extension RequestParser.Event {
    var line: String {
        switch self {
        case .expectsContinue: return "continue"
        case .failure(let error): return "\(error.status.code) \(error.reason) \(error.closes ? "closes" : "goes on")"
        case .request(let request):
            let fields = request.fields.all.map { "\($0.name)=\($0.value)" }.joined(separator: ",")
            let target = request.target
            let host = target.authority.map { "//" + $0 } ?? ""
            let query = target.query.map { "?" + $0 } ?? ""
            return "\(request.method.rawValue) \(host)\(target.path)\(query) \(request.version) [\(fields)] \(latin(request.body))"
        }
    }
}

func latin(_ bytes: some Sequence<UInt8>) -> String { String(String.UnicodeScalarView(bytes.map { Unicode.Scalar($0) })) }

/// One byte per scalar, so that tables can hold any byte.
func bytes(_ text: String) -> [UInt8] { text.unicodeScalars.map { UInt8($0.value) } }

/// Everything that comes of `pieces`, each asked for as soon as it was fed.
func outcome(of pieces: [ArraySlice<UInt8>], limits: RequestParser.Limits = .init()) -> Outcome {
    var parser = RequestParser(limits: limits)
    var events: [String] = []
    for piece in pieces {
        parser.append(piece)
        while let event = parser.next() { events.append(event.line) }
    }
    return Outcome(events: events, phase: parser.phase)
}

func whole(_ text: [UInt8], limits: RequestParser.Limits = .init()) -> Outcome { outcome(of: [text[...]], limits: limits) }

func byByte(_ text: [UInt8], limits: RequestParser.Limits = .init()) -> Outcome {
    outcome(of: text.indices.map { text[$0...$0] }, limits: limits)
}

func cut(_ text: [UInt8], at index: Int, limits: RequestParser.Limits = .init()) -> Outcome {
    outcome(of: [text[..<index], text[index...]], limits: limits)
}

/// A small generator that gives the same numbers for the same seed (SplitMix64).
struct Seeded: RandomNumberGenerator {
    var state: UInt64
    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var z = state
        z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
        z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
        return z ^ (z >> 31)
    }
}
