import Foundation

/// The files of the package, as they stand on the disk.
struct SourceTree {
    struct Line {
        let file: String  // below the package's root
        let number: Int
        let text: String
        let before: String  // the line above
        var place: String { "\(file):\(number): \(text.trimmingCharacters(in: .whitespaces))" }
        /// The line without what follows `//`, roughly: a `//` right after a colon belongs to a URL.
        var code: String {
            guard let comment = text.range(of: "(?<!:)//.*$", options: .regularExpression) else { return text }
            return String(text[..<comment.lowerBound])
        }
    }

    static let root: String = {
        "/" + #filePath.split(separator: "/").dropLast(3).joined(separator: "/")
    }()

    /// The files below a folder of the package whose names end so, sorted; hidden folders are left out.
    static func files(below folder: String, endingWith suffixes: [String]) -> [String] {
        let all = (try? FileManager.default.subpathsOfDirectory(atPath: root + "/" + folder)) ?? []
        return all.filter { path in suffixes.contains { path.hasSuffix($0) } }.map { folder + "/" + $0 }.sorted()
    }

    static func lines(of file: String) -> [Line] {
        guard let text = try? String(contentsOfFile: root + "/" + file, encoding: .utf8) else { return [] }
        let lines = text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline).map(String.init)
        return lines.indices.map { Line(file: file, number: $0 + 1, text: lines[$0], before: $0 > 0 ? lines[$0 - 1] : "") }
    }

    static func swift(_ folder: String) -> [Line] { files(below: folder, endingWith: [".swift"]).flatMap(lines) }

    /// Whether the text has a place that the pattern describes.
    static func matches(_ text: String, _ pattern: String) -> Bool {
        text.range(of: pattern, options: .regularExpression) != nil
    }

    /// The files that Git tracks.
    static func tracked() throws -> [String] {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        process.arguments = ["git", "-C", root, "ls-files", "-z"]
        let output = Pipe()
        process.standardOutput = output
        try process.run()
        let data = output.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        return String(decoding: data, as: UTF8.self).split(separator: "\0").map(String.init)
    }
}
