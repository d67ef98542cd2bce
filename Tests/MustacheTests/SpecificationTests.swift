import Foundation
import Mustache
import Testing

/// The official cases, read where MUSTACHE_SPEC says or beside the package.
struct SpecificationTests {
    static let files = ["comments", "delimiters", "interpolation", "inverted", "partials", "sections", "~dynamic-names", "~inheritance"]

    static let folder: String? = {
        let package = #filePath.split(separator: "/").dropLast(3).joined(separator: "/")
        let places = [ProcessInfo.processInfo.environment["MUSTACHE_SPEC"], "/" + package + "/../shared/mustache-spec"]
        return places.compactMap { $0 }.first { FileManager.default.fileExists(atPath: $0 + "/sections.json") }
    }()

    struct Case: Decodable {
        let name: String
        let data: Value
        let template: String
        let partials: [String: String]?
        let expected: String
    }

    struct Suite: Decodable { let tests: [Case] }

    @Test(
        "every official case renders as it says",
        .enabled(if: folder != nil, "SKIPPED: no official cases here, set MUSTACHE_SPEC to their folder"),
        arguments: files)
    func officialCases(_ file: String) throws {
        let folder = try #require(Self.folder)
        let data = try Data(contentsOf: URL(fileURLWithPath: "\(folder)/\(file).json"))
        let tests = try JSONDecoder().decode(Suite.self, from: data).tests
        var passed = 0
        for test in tests {
            let rendered = try render(test)
            #expect(rendered == test.expected, "\(file): \(test.name)")
            passed += rendered == test.expected ? 1 : 0
        }
        print("Mustache specification, \(file): \(passed) of \(tests.count) passed")
        #expect(passed >= 10)
    }

    @Test("official cases that are absent are said to be absent")
    func absence() {
        if Self.folder == nil { print("SKIPPED: the official Mustache cases are not here; MUSTACHE_SPEC names their folder") }
        #expect(Self.files.count == 8)
    }

    private func render(_ test: Case) throws -> String {
        var templates = test.partials ?? [:]
        templates["main template"] = test.template
        return String(decoding: try Library(templates: templates).render("main template", test.data), as: UTF8.self)
    }
}
