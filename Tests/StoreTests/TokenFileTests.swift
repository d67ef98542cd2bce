import Foundation
import Testing

@testable import Store

@Suite struct TokenFileTests {
    let folder: TemporaryFolder
    init() throws { folder = try TemporaryFolder() }

    func write(_ text: String, to name: String = "token") throws -> String {
        try Data(text.utf8).write(to: URL(fileURLWithPath: folder[name]))
        return folder[name]
    }

    func read(_ text: String) throws -> String { try TokenFiles(folder: nil, operatorFile: try write(text)).operatorToken }

    @Test("both tokens are made at the first start, for their owner alone, and stay")
    func made() throws {
        let data = try DataFolder(folder.path)
        let first = try TokenFiles(folder: data)
        for token in [first.operatorToken, first.watchToken] { #expect(token.count == 64 && token.allSatisfy { $0.isHexDigit }) }
        #expect(first.operatorToken != first.watchToken)
        #expect(try folder.mode("operator-token") == 0o600)
        #expect(try folder.mode("watch-token") == 0o600)
        let second = try TokenFiles(folder: data)
        #expect(second.operatorToken == first.operatorToken && second.watchToken == first.watchToken)
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted() == ["islet.lock", "operator-token", "watch-token"])
    }

    @Test("without a folder they are new each time and written nowhere")
    func memory() throws {
        let first = try TokenFiles(folder: nil)
        let second = try TokenFiles(folder: nil)
        #expect(first.operatorToken != second.operatorToken)
    }

    @Test("a file that is named is read, with the white space around its token cut off")
    func given() throws {
        #expect(try read("\r\n\t 0123456789abcdef \n\n") == "0123456789abcdef")
    }

    @Test("a named file that is not there is not made")
    func missing() throws {
        let path = folder["none"]
        #expect(throws: TokenFileError.unreadable(path, reason: "there is no such file")) { try TokenFiles(folder: nil, watchFile: path) }
        #expect(!FileManager.default.fileExists(atPath: path))
    }

    @Test("a token may have from 16 to 1024 characters")
    func length() throws {
        let a = { String(repeating: "a", count: $0) }
        for count in [16, 1_024] { #expect(try read(a(count) + "\n") == a(count)) }
        #expect(throws: TokenFileError.tooShort(folder["token"])) { try read(a(15)) }
        #expect(throws: TokenFileError.tooLong(folder["token"])) { try read(a(1_025)) }
        #expect(throws: TokenFileError.tooLong(folder["token"])) { try read(a(1 << 20)) }
    }

    @Test("an empty file, or one of white space, opens nothing", arguments: ["", " \n"])
    func empty(_ text: String) { #expect(throws: TokenFileError.empty(folder["token"])) { try read(text) } }

    @Test("a token that no header carries is refused, and the error does not tell it", arguments: ["two words are two", "ünïcode-ünïcode-ü", "nul\u{0}nul-nul-nul-nul"])
    func characters(_ text: String) throws {
        let error = try #require(throws: TokenFileError.self) { try read(text) }
        #expect(error == .unusableCharacter(folder["token"]) && !error.description.contains(text))
    }

    @Test("one token for both roles is refused")
    func same() throws {
        let path = try write("0123456789abcdef")
        #expect(throws: TokenFileError.same) { try TokenFiles(folder: nil, operatorFile: path, watchFile: path) }
    }
}
