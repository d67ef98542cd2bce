import Testing

/// What the source says, and what it never says.
struct CodeTests {
    @Test("only ActivityCenter appends to the journal, applies to the board and publishes on the feed")
    func oneWriter() {
        let calls = #"\b(journal\??\.append|(board|draft)\??\.apply|feed\??\.publish)\s*\("#
        let offenders = SourceTree.swift("Sources").filter { line in
            !line.file.contains("/ActivityCenter") && SourceTree.matches(line.code, calls)
        }
        #expect(offenders.map(\.place) == [])
    }

    static let markup =
        ##"</?(a|b|i|p|ul|ol|li|div|span|html|head|body|title|meta|link|script|style|form|input|button|label|select|option|textarea|table|tr|td|th|h[1-6]|img|br|hr|svg|g|path|rect|circle|line|text|defs|use|animate|section|article|main|nav|header|footer|template|turbo-[a-z]+)(\s[^"]*=|\s*/?>)|<!DOCTYPE"##

    @Test("no Swift string holds HTML or SVG")
    func noMarkup() {
        let offenders = SourceTree.swift("Sources").filter { line in
            SourceTree.matches(line.code, "(?i)" + Self.markup)
                && (line.code.contains("\"") || SourceTree.matches(line.code, #"^\s*</?[a-z]"#))
        }
        #expect(offenders.map(\.place) == [])
        #expect(SourceTree.matches(#"let a = "<div class='b'>""#, Self.markup) && SourceTree.matches("\"</p>\"", Self.markup))
        #expect(!SourceTree.matches("let a: Array<String> = b < a", Self.markup))
    }

    @Test("what the compiler is told to believe has its reason on the line or above it")
    func reasons() {
        let frightening = #"\bfatalError\b|\bpreconditionFailure\b|\btry!|@unchecked\s+Sendable|nonisolated\(unsafe\)|\bunsafeBitCast\b"#
        let offenders = (SourceTree.swift("Sources") + SourceTree.swift("Tests")).filter { line in
            !line.file.hasPrefix("Tests/HouseTests/") && SourceTree.matches(line.code, frightening)
                && line.code == line.text && !line.before.contains("//")
        }
        #expect(offenders.map(\.place) == [])
    }

    @Test("nothing is left for later")
    func noLeftovers() {
        let files = ["Sources", "Tests", "Public", "templates"].flatMap {
            SourceTree.files(below: $0, endingWith: [".swift", ".js", ".css", ".mustache", ".h", ".py"])
        }
        let offenders = files.filter { !$0.hasPrefix("Tests/HouseTests/") }.flatMap(SourceTree.lines).filter {
            SourceTree.matches($0.text, #"\b(TODO|FIXME|XXX|HACK)\b"#)
        }
        #expect(offenders.map(\.place) == [])
    }

    @Test("the tracked tree names no path of a machine that it was written on")
    func noMachine() throws {
        let tracked = try SourceTree.tracked()
        let text = tracked.filter {
            !$0.hasPrefix("Tests/HouseTests/") && !SourceTree.matches($0, #"\.(png|ico|woff2?|mp3|ogg|wav|webp|jpg|gz)$"#)
        }
        #expect(text.count > 40)
        let offenders = text.flatMap(SourceTree.lines).filter { SourceTree.matches($0.text, #"(?<![\w.{])/(work|tmp/wt|root)/"#) }
        #expect(offenders.map(\.place) == [])
    }
}
