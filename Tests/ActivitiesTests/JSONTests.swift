import Activities
import Foundation
import Testing

@Suite struct JSONTests {
    private func parse(_ text: String) throws -> JSON { try JSON(bytes: Array(text.utf8)) }

    @Test(arguments: [
        "null", "true", "[1,-2,3.5,\"x\"]", "{\"a\":{\"b\":[]},\"c\":\"\\\"\\\\\\n\\u0001\"}", "9223372036854775807", "1e+20",
        "\"👨🏻‍🍳 é\"",
    ])
    func `compact text with sorted names reads and writes as itself`(text: String) throws {
        #expect(String(decoding: try parse(text).bytes, as: UTF8.self) == text)
    }

    @Test func `escapes and surrogate pairs are read`() throws {
        #expect(try parse(#""\ud83d\ude00\u00e9\/\b""#) == .string("😀é/\u{8}"))
    }

    @Test(arguments: [
        "", "nul", "[1,]", "{\"a\":1,}", "{\"a\" 1}", "{\"a\":1,\"a\":2}", "01", "1.", "-", "+1", "NaN", "1e999", "\"\\ud800\"",
        "\"\\udc00\"",
        "\"\\ud800\\u0041\"", "\"\\x\"", "\"a", "\"\u{1}\"", "1 2", "{1:2}", "[", "\"\\u12g4\"", "'a'",
    ])
    func `what is no JSON is refused`(text: String) { #expect(throws: JSONSyntaxError.self) { try parse(text) } }

    @Test func `bytes that are not UTF-8 are refused`() {
        #expect(throws: JSONSyntaxError.self) { try JSON(bytes: [0x22, 0xff, 0x22]) }
    }

    @Test func `nesting holds 64 levels and not one more, nor ten thousand`() throws {
        func nested(_ depth: Int) -> String { String(repeating: "[", count: depth) + String(repeating: "]", count: depth) }
        _ = try parse(nested(64))
        #expect(throws: JSONSyntaxError.self) { try parse(nested(65)) }
        #expect(throws: JSONSyntaxError.self) { try parse(nested(10_000)) }
        #expect(throws: JSONSyntaxError.self) { try parse(String(repeating: "{\"a\":", count: 10_000)) }
    }

    @Test func `an envelope allows as many levels more and not one further`() throws {
        func nested(_ depth: Int) -> [UInt8] { Array((String(repeating: "[", count: depth) + String(repeating: "]", count: depth)).utf8) }
        _ = try JSON(bytes: nested(66), envelope: 2)
        #expect(throws: JSONSyntaxError.self) { try JSON(bytes: nested(67), envelope: 2) }
    }

    @Test func `text with escapes anywhere between its runs comes back, from any sequence of bytes`() throws {
        for text in ["", "\n", "a\nb", "\"a", "a\\", "\u{1}\u{1f}é👨🏻‍🍳\t", "plain", "\r\n\r\n"] {
            let bytes = JSON.string(text).bytes
            #expect(try JSON(bytes: bytes) == .string(text))
            #expect(try JSON(bytes: AnySequence(bytes)) == .string(text))
        }
        #expect(throws: JSONSyntaxError.self) { try JSON(bytes: [0x22, 0x61, 0x5c, 0x6e, 0xff, 0x22]) }
    }

    private struct Thing: Codable, Hashable {
        var name: String
        var count: Int
        var ratio: Double
        var range: ClosedRange<Date>
        var when: Date?
        var tags: [String]
        var more: [String: Bool]
    }

    @Test func `typed values become JSON with dates as text, and come back`() throws {
        let thing = Thing(
            name: "x", count: 3, ratio: 0.5, range: House.noon...House.noon.addingTimeInterval(60), when: nil, tags: ["a"],
            more: ["b": true])
        let json = try JSON.encode(thing)
        #expect(json["range"] == .array([.string("2026-01-31T18:00:00.000Z"), .string("2026-01-31T18:01:00.000Z")]))
        #expect(json["when"] == nil)
        #expect(try JSON.decode(json, as: Thing.self) == thing)
        #expect(try JSON.decode(JSON.encode(json), as: JSON.self) == json)
    }

    @Test func `a range whose ends are exchanged is refused with both dates`() throws {
        let json = JSON.array([.string("2026-01-31T18:01:00Z"), .string("2026-01-31T18:00:00Z")])
        #expect {
            _ = try JSON.decode(json, as: ClosedRange<Date>.self)
        } throws: { error in
            "\(error)".contains("2026-01-31T18:01:00.000Z") && "\(error)".contains("2026-01-31T18:00:00.000Z")
        }
        let point = JSON.array([.string("2026-01-31T18:00:00Z"), .string("2026-01-31T18:00:00Z")])
        #expect(try JSON.decode(point, as: ClosedRange<Date>.self) == House.noon...House.noon)
    }

    @Test func `a number where a date belongs is refused with a hint that names ISO 8601`() {
        #expect {
            _ = try JSON.decode(.integer(1_769_882_400), as: Date.self)
        } throws: { "\($0)".contains("ISO 8601") }
    }

    @Test func `a date without a zone is refused as that, one that is no date as none`() {
        for (text, problem) in [("2026-01-31T18:42:00", "lacks its zone"), ("tomorrow", "is no ISO 8601 date")] {
            #expect {
                _ = try JSON.decode(.string(text), as: Date.self)
            } throws: { "\($0)".contains(problem) && "\($0)".contains("2026-01-31T18:42:00Z") }
        }
    }

    @Test func `numbers as text, fractions of whole ones and infinity are refused`() {
        #expect(throws: DecodingError.self) { try JSON.decode(.string("1"), as: Int.self) }
        #expect(throws: DecodingError.self) { try JSON.decode(.number(1.5), as: Int.self) }
        #expect(throws: DecodingError.self) { try JSON.decode(.integer(300), as: UInt8.self) }
        #expect(throws: EncodingError.self) { try JSON.encode([Double.nan]) }
    }
}
