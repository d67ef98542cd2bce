import Mustache
import Testing

/// The error of a template, as "line:column".
func place(of source: String, _ others: [String: String] = [:]) -> String? {
    do {
        _ = try Library(templates: others.merging(["page": source]) { $1 })
        return nil
    } catch {
        return "\(error.line):\(error.column)"
    }
}

struct ParsingTests {
    @Test(
        "a mistake in a template is refused with its line and column",
        arguments: [
            ("a\n  {{name", "2:3"), ("{{#a}}\n{{#b}}{{/b}}", "1:1"), ("x {{/a}}", "1:3"), ("{{#a}}\n {{/b}}", "2:2"),
            ("é {{}}", "1:3"), ("{{# }}", "1:1"), ("{{a b}}", "1:1"), ("\r\n{{a..b}}", "2:1"), ("{{.a}}", "1:1"), ("{{%pragma}}", "1:1"),
            ("{{=x}}", "1:1"), ("{{=a=b c=}}", "1:1"), ("{{{a}}", "1:1"), ("{{<p}}{{#a}}{{/a}}{{/p}}", "1:7"),
            ("{{<p}}{{$a}}{{/a}}\n{{$a}}{{/a}}{{/p}}", "2:1"), ("{{>*}}", "1:1"),
        ])
    func mistakes(_ source: String, _ expected: String) {
        #expect(place(of: source) == expected)
    }

    @Test("nesting is bounded")
    func nesting() {
        let limit = 64
        func nested(_ depth: Int) -> String {
            String(repeating: "{{#a}}", count: depth) + String(repeating: "{{/a}}", count: depth)
        }
        #expect(place(of: nested(limit)) == nil)
        #expect(place(of: nested(limit + 1)) == "1:\(limit * 6 + 1)")
        #expect(place(of: nested(5000)) != nil)
    }

    @Test("the size of a tag and of a template is bounded")
    func sizes() {
        #expect(place(of: "{{" + String(repeating: "a", count: 1024) + "}}") == nil)
        #expect(place(of: "{{" + String(repeating: "a", count: 1025) + "}}") == "1:1")
        #expect(place(of: String(repeating: "a", count: Library.maximumTemplateBytes)) == nil)
        #expect(place(of: String(repeating: "a", count: Library.maximumTemplateBytes + 1)) == "1:1")
        #expect(place(of: "{{!" + String(repeating: "a", count: 5000) + "}}") == nil)
    }

    @Test("the error says file, line, column and what is wrong")
    func description() {
        let error = #expect(throws: TemplateError.self) { try Library(templates: ["a/b": "\n{{#x}}"]) }
        #expect(error?.description == "a/b.mustache:2:1: \"x\" is opened here and never closed.")
    }

    @Test("random templates are compiled or refused, and what is compiled renders or refuses")
    func fuzz() {
        let seed = UInt64.random(in: 0...(.max))
        print("Mustache fuzz seed: \(seed)")
        var generator = Seeded(state: seed)
        let pieces = [
            "{{", "}}", "{{{", "}}}", "#", "/", "^", "$", "<", ">", "a", "b", "page", ".", "\n", "\r\n", "  ", "=", "!", "é", "{{#a}}",
            "{{/a}}",
            "{{>page}}", "{{<page}}", "{{/page}}", "{{$b}}", "{{/b}}", "{{=<% %>=}}", "<%a%>", "{{>*a}}", "x", "&",
        ]
        let value: Value = ["a": ["page", ["b": "<"]], "b": true]
        var rendered = 0
        for _ in 0..<3000 {
            let source = (0..<Int.random(in: 1...14, using: &generator)).map { _ in pieces.randomElement(using: &generator) ?? "" }.joined()
            guard let library = try? Library(templates: ["page": source]) else { continue }
            if (try? library.render("page", value)) != nil { rendered += 1 }
            _ = try? library.check("page", against: ["a": .array(.anything), "b": .boolean])
        }
        #expect(rendered > 50, "seed \(seed)")
    }
}

struct Seeded: RandomNumberGenerator {
    var state: UInt64
    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }
}
