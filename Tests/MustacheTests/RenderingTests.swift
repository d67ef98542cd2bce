import Foundation
import Mustache
import Testing

func rendered(_ source: String, _ value: Value, _ others: [String: String] = [:]) throws -> String {
    String(decoding: try Library(templates: others.merging(["page": source]) { $1 }).render("page", value), as: UTF8.self)
}

struct RenderingTests {
    @Test(
        "what is interpolated is text in HTML and in XML",
        arguments: [
            ("&<>\"'", "&amp;&lt;&gt;&quot;&#39;"), ("a\tb\nc\rd", "a\tb\nc\rd"),
            ("\u{0}\u{1}\u{8}\u{B}\u{1F}", "\u{FFFD}\u{FFFD}\u{FFFD}\u{FFFD}\u{FFFD}"),
            ("x\u{FFFE}y\u{FFFF}", "x\u{FFFD}y\u{FFFD}"), ("\u{FFFD}\u{F000}\u{7F}é🏝", "\u{FFFD}\u{F000}\u{7F}é🏝"), ("", ""),
            (
                "a long text that is not kept within the string itself <b>",
                "a long text that is not kept within the string itself &lt;b&gt;"
            ),
        ])
    func escaping(_ text: String, _ expected: String) throws {
        #expect(try rendered("{{a}}", ["a": .string(text)]) == expected)
        #expect(try rendered("{{{a}}}{{&a}}", ["a": .string(text)]) == text + text)
    }

    @Test("text that was bridged from Foundation is escaped, too")
    func bridged() throws {
        #expect(try rendered("{{a}}", ["a": .string(NSString(string: "a<é").appending("&"))]) == "a&lt;é&amp;")
    }

    @Test(
        "numbers print as they are read",
        arguments: [
            (Value.number(3), "3"), (.number(0.5), "0.5"), (.integer(-7), "-7"), (.number(1e300), "1e+300"), (.boolean(true), "true"),
        ])
    func numbers(_ value: Value, _ expected: String) throws {
        #expect(try rendered("{{a}}", ["a": value]) == expected)
    }

    @Test("a partial that contains itself follows its data, and is refused where it has no end")
    func recursion() throws {
        let tree: Value = ["n": 1, "c": [["n": 2, "c": []], ["n": 3, "c": []]]]
        #expect(try rendered("{{n}}({{#c}}{{>page}}{{/c}})", tree) == "1(2()3())")
        #expect(throws: TemplateError.self) { try rendered("x\n{{>page}}", [:]) }
        let error = #expect(throws: TemplateError.self) { try rendered("x\n {{<page}}{{/page}}", [:]) }
        #expect(error?.line == 2 && error?.column == 2)
    }

    @Test("rendering is bounded at 512 levels")
    func depth() throws {
        func tree(_ depth: Int) -> Value { (1..<depth).reduce(["c": false]) { value, _ in ["c": value] } }
        // A level of the tree is a section and a partial.
        #expect(try rendered("x{{#c}}{{>page}}{{/c}}", tree(256)).count == 256)
        #expect(throws: TemplateError.self) { try rendered("x{{#c}}{{>page}}{{/c}}", tree(257)) }
    }

    @Test("an argument is written once and stands at its block's place, indented like it")
    func layouts() throws {
        let layout = "<body>\n  {{$content}}\n    none\n  {{/content}}\n  {{$foot}}{{/foot}}\n</body>\n"
        let page = "{{<layout}}\n{{$content}}\n<p>{{a}}</p>\n  <i>\n{{/content}}\n{{$foot}}end{{/foot}}\n{{/layout}}\n"
        #expect(try rendered(page, ["a": "x"], ["layout": layout]) == "<body>\n    <p>x</p>\n      <i>\n  end\n</body>\n")
        #expect(try rendered("{{>layout}}", [:], ["layout": layout]) == "<body>\n    none\n</body>\n")
    }

    @Test("an argument's own block of the same name does not find itself")
    func ownName() throws {
        #expect(try rendered("{{<p}}{{$a}}x{{$a}}y{{/a}}{{/a}}{{/p}}", [:], ["p": "[{{$a}}{{/a}}]"]) == "[xy]")
    }

    @Test("a template that is not there is refused by name")
    func missing() throws {
        let library = try Library(templates: [:])
        #expect(throws: TemplateError(file: "nobody.mustache", message: "There is no template \"nobody\".")) {
            try library.render("nobody", .null)
        }
    }

    @Test("a folder is read with all below it, and named in errors")
    func folder() throws {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("mustache-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: folder) }
        try FileManager.default.createDirectory(at: folder.appendingPathComponent("a/b"), withIntermediateDirectories: true)
        try Data("{{>a/b/c}}".utf8).write(to: folder.appendingPathComponent("page.mustache"))
        try Data("deep".utf8).write(to: folder.appendingPathComponent("a/b/c.mustache"))
        try Data("{{".utf8).write(to: folder.appendingPathComponent("readme.txt"))
        let library = try Library(directory: folder.path)
        #expect(library.names == ["a/b/c", "page"])
        #expect(try library.render("page", .null) == Array("deep".utf8))
        try Data("{{#x}}".utf8).write(to: folder.appendingPathComponent("a/bad.mustache"))
        let error = #expect(throws: TemplateError.self) { try Library(directory: folder.path) }
        #expect(error?.file == folder.path + "/a/bad.mustache")
        try Data([0xFF]).write(to: folder.appendingPathComponent("a/bad.mustache"))
        #expect(throws: TemplateError.self) { try Library(directory: folder.path) }
        #expect(throws: TemplateError.self) { try Library(directory: folder.path + "/none") }
    }
}
