import Foundation
import Testing

/// The script puts what the server rendered; it builds nothing and knows no kind.
@Suite(
    .enabled(if: FileManager.default.fileExists(atPath: SourceTree.root + "/Public/islet.js"), "SKIPPED: there is no Public/islet.js yet"))
struct BrowserTests {
    static let script = SourceTree.lines(of: "Public/islet.js")

    @Test("islet.js builds no markup; the server's frames become elements in at most one place")
    func noMarkup() {
        let builders =
            #"\.(innerHTML|outerHTML)\s*\+?=(?!=)|insertAdjacentHTML|document\.write|createElement(NS)?\(|createContextualFragment|parseFromString|setHTMLUnsafe"#
        let places = Self.script.filter {
            SourceTree.matches($0.code, builders) && !SourceTree.matches($0.code, #"createElement\(["']template["']\)"#)
        }
        let parses = places.filter { SourceTree.matches($0.code, #"\.innerHTML\s*=(?!=)|createContextualFragment|parseFromString"#) }
        let offenders = places.filter { line in !parses.contains { $0.number == line.number } }
        #expect(offenders.map(\.place) == [])
        #expect(parses.count <= 1, "\(parses.map(\.place))")
        let tags = Self.script.filter { SourceTree.matches($0.code, ##"["'`][^"'`]*</?[a-zA-Z][^"'`]*>"##) }
        #expect(tags.map(\.place) == [])
    }

    @Test("islet.js names no kind")
    func noKinds() {
        let folder = SourceTree.root + "/templates/activities"
        let kinds = ((try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []).filter {
            !$0.hasPrefix(".") && !$0.contains(".")
        }
        let names = Set(kinds.flatMap { [$0, $0.replacingOccurrences(of: "-", with: ""), $0.replacingOccurrences(of: "-", with: "_")] })
        let offenders = Self.script.filter { line in
            names.contains { SourceTree.matches(line.text, "(?i)\\b" + NSRegularExpression.escapedPattern(for: $0) + "\\b") }
        }
        #expect(offenders.map(\.place) == [])
    }
}
