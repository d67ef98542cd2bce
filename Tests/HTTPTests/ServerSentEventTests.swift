import Testing

@testable import HTTP

@Suite("Events of a stream")
struct ServerSentEventTests {
    private func text(_ event: ServerSentEvent) -> String {
        var buffer: [UInt8] = []
        event.append(to: &buffer)
        return String(decoding: buffer, as: UTF8.self)
    }

    @Test("every field has its line, an empty line ends them")
    func fields() {
        let event = ServerSentEvent(event: "put", data: "a", id: "e-1", retry: 1500)
        #expect(text(event) == "event: put\nid: e-1\nretry: 1500\ndata: a\n\n")
        #expect(text(ServerSentEvent(retry: 1)) == "retry: 1\n\n")
        #expect(text(ServerSentEvent()) == "")
        #expect(text(ServerSentEvent(retry: -1)) == "")
    }

    @Test(
        "data is split at CRLF, CR and LF, an empty last line kept",
        arguments: [
            ("", [""]), ("a", ["a"]), ("a\nb", ["a", "b"]), ("a\rb", ["a", "b"]), ("a\r\nb", ["a", "b"]), ("a\n", ["a", ""]),
            ("a\r\n", ["a", ""]),
            ("a\r", ["a", ""]), ("\n", ["", ""]), ("\n\r", ["", "", ""]), ("\r\r\n\n", ["", "", "", ""]), (" a", [" a"]),
            ("id: x\n\nevent: y", ["id: x", "", "event: y"]),
        ] as [(String, [String])])
    func lines(_ data: String, _ lines: [String]) {
        #expect(text(ServerSentEvent(data: data)) == lines.map { "data: \($0)\n" }.joined() + "\n")
    }

    @Test("an id or a name with CR, LF or NUL is left out", arguments: ["a\nb", "a\rb", "a\r\nb", "a\u{0}b", "\n"])
    func forging(_ evil: String) {
        #expect(text(ServerSentEvent(event: evil, data: "x", id: evil)) == "data: x\n\n")
    }

    @Test("a heartbeat is a comment and no event")
    func heartbeat() {
        #expect(latin(ServerSentEvent.heartbeat) == ":\n\n")
    }

    @Test("a reader gets back what was sent, whatever it was")
    func roundTrip() {
        var random = Seeded(state: 11)
        let alphabet: [UInt8] = [10, 13, 58, 32, 0, 97, 100, 255]
        for _ in 0..<500 {
            let data = (0..<Int.random(in: 0...12, using: &random)).map { _ in alphabet.randomElement(using: &random)! }
            var buffer: [UInt8] = []
            ServerSentEvent(event: "e", data: data, id: "1").append(to: &buffer)
            #expect(read(buffer) == normalized(data))
        }
    }

    /// The data of the one event in `stream`, by the standard's rules for readers.
    private func read(_ stream: [UInt8]) -> [UInt8]? {
        let lines = normalized(stream).split(separator: 10, omittingEmptySubsequences: false)
        guard lines.count >= 2, lines.suffix(2).allSatisfy(\.isEmpty), !lines.dropLast(2).contains(where: \.isEmpty) else { return nil }
        let data = lines.filter { $0.starts(with: Array("data: ".utf8)) }.map { $0.dropFirst(6) }
        return data.count == lines.count - 4 ? Array(data.joined(separator: [10])) : nil
    }

    private func normalized(_ bytes: [UInt8]) -> [UInt8] {
        var lines: [UInt8] = []
        for (index, byte) in bytes.enumerated() {
            if byte == 10, index > 0, bytes[index - 1] == 13 { continue }
            lines.append(byte == 13 ? 10 : byte)
        }
        return lines
    }
}
