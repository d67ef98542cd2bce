import Activities
import Foundation
import HTTP
import Testing

@testable import Gateway

@Suite struct JSONMembersTests {
    private func problem(_ text: String, _ read: (inout JSONMembers) throws -> Void = { _ in }) -> Problem? {
        problem(Array(text.utf8), read)
    }

    private func problem(_ body: [UInt8], _ read: (inout JSONMembers) throws -> Void = { _ in }) -> Problem? {
        do {
            var members = try JSONMembers(body: body)
            try read(&members)
            try members.finish()
            return nil
        } catch {
            return error as? Problem
        }
    }

    @Test(
        "what is no JSON is refused with the byte",
        arguments: [
            ("", 0), ("{", 1), ("{\"a\":1,}", 7), ("{\"a\":NaN}", 5), ("{\"a\":1}x", 7), ("{'a':1}", 1), ("{\"a\":1,\"a\":2}", 7),
            ("{\"a\":01}", 7), ("{\"a\":\"\\ud800\"}", 12), ("{\"a\":1e400}", 10), ("\u{feff}{}", 0), ("{\"a\":\"\n\"}", 6),
        ])
    func broken(_ text: String, _ byte: Int) {
        let problem = problem(text)
        #expect(problem?.status == .badRequest)
        #expect(problem?.detail.hasSuffix("at byte \(byte).") == true, "\(text): \(problem?.detail ?? "read")")
        #expect(problem?.faults == [])
    }

    @Test("bytes that are no UTF-8 are refused with the first of them")
    func notUTF8() {
        #expect(problem(Array("{\"a\":\"\u{e9}x".utf8) + [0xff, 0x22, 0x7d])?.detail.hasSuffix("at byte 9.") == true)
        #expect(problem(Array("{\"a\":\"\\n".utf8) + [0xe2, 0x82, 0x22, 0x7d])?.detail.hasSuffix("at byte 8.") == true)
    }

    @Test("64 levels are read, 65 and 10,000 are refused")
    func depth() {
        func nested(_ depth: Int) -> String {
            "{\"a\":" + String(repeating: "[", count: depth - 1) + String(repeating: "]", count: depth - 1) + "}"
        }
        #expect(problem(nested(64)) { _ = $0.optional("a", as: JSON.self) } == nil)
        for depth in [65, 10_000] {
            let problem = problem(nested(depth))
            #expect(problem?.status == .badRequest && problem?.detail.contains("nested deeper than 64, at byte 68") == true)
        }
    }

    @Test("a body that is no object does not fit, an empty one is an object where all may be left out")
    func shape() throws {
        for text in ["[]", "1", "null", "\"a\""] {
            #expect(problem(text)?.status == .unprocessableContent && problem(text)?.faults.map(\.pointer) == [""])
        }
        #expect(throws: Never.self) { try JSONMembers(body: [], isOptional: true) }
    }

    @Test("all that is wrong is told in one pass, each with its pointer")
    func together() throws {
        let problem = try #require(
            problem(#"{"text":3,"whole":"3","date":1800000000,"flag":"true","nested":{"date":"soon","mores":1},"staleDat":null,"a/b~c":1}"#) {
                _ = $0.required("text", as: String.self)
                _ = $0.required("whole", as: Int64.self)
                _ = $0.optional("date", as: Date.self)
                _ = $0.present("flag", as: Bool.self)
                _ = $0.required("lacking", as: Double.self)
                _ = $0.optional("staleDate", as: Date.self)
                _ = $0.nested("nested") { inner -> Date? in
                    _ = inner.optional("more", as: Bool.self)
                    return inner.required("date")
                }
            })
        #expect(
            problem.faults.map(\.pointer) == [
                "/text", "/whole", "/date", "/flag", "/lacking", "/nested/date", "/nested/mores", "/a~1b~0c", "/staleDat",
            ])
        let details = problem.faults.map(\.detail)
        #expect(details[0] == "Text is needed, not 3.")
        #expect(details[1] == "A whole number is needed, not \u{201C}3\u{201D}.")
        #expect(details[2].contains("ISO 8601") && details[2].contains("2026-01-31T18:42:00Z"))
        #expect(
            details[6].hasSuffix("Did you mean \u{201C}more\u{201D}?") && details[8].hasSuffix("Did you mean \u{201C}staleDate\u{201D}?"))
        #expect(!details[7].contains("Did you mean"))
    }

    @Test("null is as good as absent where a member may be left out, and not where it may not be null")
    func null() {
        #expect(problem(#"{"a":null}"#) { _ = $0.optional("a", as: Bool.self) } == nil)
        #expect(problem(#"{"a":null}"#) { _ = $0.present("a", as: Bool.self) }?.faults.map(\.pointer) == ["/a"])
        #expect(problem(#"{"a":null}"#) { _ = $0.required("a", as: Bool.self) }?.faults.map(\.pointer) == ["/a"])
        #expect(problem(#"{"a":null}"#) { _ = $0.nested("a") { _ in true } } == nil)
    }

    @Test("as many faults are told as may be, and of one more its number")
    func bound() {
        func unknown(_ count: Int) -> Problem? { problem("{" + (0..<count).map { "\"x\($0)\":1" }.joined(separator: ",") + "}") }
        #expect(unknown(Problem.maximumFaults)?.faults.count == Problem.maximumFaults)
        #expect(unknown(Problem.maximumFaults)?.detail.contains(" more.") == false)
        #expect(unknown(Problem.maximumFaults + 1)?.faults.count == Problem.maximumFaults)
        #expect(unknown(Problem.maximumFaults + 1)?.detail.hasSuffix("And 1 more.") == true)
        #expect(unknown(5_000)?.faults.count == Problem.maximumFaults)
    }

    @Test("what the domain says of a value that could not be read is no news, all else is")
    func others() throws {
        var members = try JSONMembers(body: Array(#"{"contentState":3,"staleDate":4}"#.utf8))
        _ = members.object("contentState")
        _ = members.optional("staleDate", as: Date.self)
        let told = #expect(throws: Problem.self) {
            try members.finish {
                [FieldError("driverName", "Missing.", in: .state), FieldError("numberOfPizzas", "Too many.", in: .attribute)]
            }
        }
        #expect(told?.faults.map(\.pointer) == ["/contentState", "/staleDate", "/attributes/numberOfPizzas"])
    }
}
