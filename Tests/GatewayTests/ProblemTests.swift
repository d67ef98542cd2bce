import HTTP
import Testing

@testable import Gateway

@Suite struct ProblemTests {
    @Test("a problem says what it is about, and points at what does not fit")
    func members() {
        let response = Problem(.unprocessableContent, "No.", pointer: "/attributes/a").response
        var text = ""
        if case .bytes(let bytes) = response.body { text = String(decoding: bytes, as: UTF8.self) }
        #expect(text == #"{"detail":"No.","pointer":"/attributes/a","status":422,"title":"Unprocessable Content","type":"about:blank"}"#)
        #expect(response.fields["Content-Type"] == "application/problem+json")
    }
}
