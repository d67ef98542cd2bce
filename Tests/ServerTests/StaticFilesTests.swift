import Glibc
import Gzip
import HTTP
import Testing

@testable import Server

/// A folder of its own, gone with its last reference.
private final class Folder {
    let path: String

    init() {
        var template = Array("/tmp/static-files-XXXXXX".utf8CString)
        path = String(validatingCString: mkdtemp(&template))!  // a folder that cannot be made fails every test here
    }

    func write(_ name: String, _ bytes: [UInt8]) {
        if let slash = name.lastIndex(of: "/") { mkdir(path + "/" + name[..<slash], 0o700) }
        let file = fopen(path + "/" + name, "w")
        fwrite(bytes, 1, bytes.count, file)
        fclose(file)
        var times = [timespec(tv_sec: 1_700_000_000, tv_nsec: 0), timespec(tv_sec: 1_700_000_000, tv_nsec: 0)]
        utimensat(AT_FDCWD, path + "/" + name, &times, 0)
    }

    deinit { Self.removeAll(path) }

    private static func removeAll(_ path: String) {
        if let directory = opendir(path) {
            while let entry = readdir(directory) {
                let name = withUnsafePointer(to: &entry.pointee.d_name) { $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) } }
                if name != ".", name != ".." { if unlink(path + "/" + name) != 0 { removeAll(path + "/" + name) } }
            }
            closedir(directory)
        }
        rmdir(path)
    }
}

private let style = [UInt8]("body { color: red }\n".utf8.cycled(1_000))

extension String.UTF8View {
    fileprivate func cycled(_ count: Int) -> [UInt8] { (0..<(count / self.count)).flatMap { _ in Array(self) } }
}

private func get(_ path: String, _ fields: Fields = Fields(), method: Method = .get) -> Request {
    Request(method: method, target: Target(path: path), fields: fields)
}

private func body(_ response: Response?) -> [UInt8]? {
    if case .bytes(let bytes) = response?.body { return bytes }
    return nil
}

@Suite struct StaticFilesTests {
    private let folder = Folder()
    private let files: StaticFiles

    init() throws {
        folder.write("style/a.css", style)
        folder.write("icon", [1, 2, 3, 4])
        folder.write(".hidden", [1])
        symlink("/etc/hostname", folder.path + "/outside.txt")
        symlink("style/a.css", folder.path + "/inside.css")
        files = try StaticFiles(root: folder.path)
    }

    @Test("a file answers at its path, to be asked for again, and at its hashed name, for ever")
    func twoNames() {
        let plain = files.response(to: get("/style/a.css"))
        #expect(plain?.status == .ok && body(plain) == style)
        #expect(plain?.fields["Cache-Control"] == "no-cache" && plain?.fields["Content-Type"] == "text/css; charset=utf-8")
        let name = files.hashedPath(for: "style/a.css")
        #expect(name.hasPrefix("/style/a.") && name.hasSuffix(".css") && name.utf8.count == "/style/a..css".utf8.count + 32)
        let hashed = files.response(to: get(name))
        #expect(body(hashed) == style && hashed?.fields["Cache-Control"] == "public, max-age=31536000, immutable")
        #expect(files.hashedPath(for: "/icon").hasPrefix("/icon."))
        #expect(plain?.fields["X-Content-Type-Options"] == "nosniff")
    }

    @Test("each coding has a strong tag of its own, and the answer varies")
    func codings() throws {
        let plain = files.response(to: get("/style/a.css"))
        let packed = files.response(to: get("/style/a.css", ["Accept-Encoding": "br, gzip;q=0.5"]))
        let refused = files.response(to: get("/style/a.css", ["Accept-Encoding": "gzip;q=0"]))
        #expect(packed?.fields["Content-Encoding"] == "gzip" && refused?.fields["Content-Encoding"] == nil)
        #expect(plain?.fields["ETag"] != packed?.fields["ETag"] && plain?.fields["ETag"]?.hasPrefix("\"") == true)
        #expect(plain?.fields["Vary"] == "Accept-Encoding" && packed?.fields["Vary"] == "Accept-Encoding")
        var inflater = Inflater()
        #expect(try inflater.inflate(body(packed) ?? []) == style)
    }

    @Test("what has not changed is 304 by any tag of a list, by *, and by date where no tag is named")
    func conditions() {
        let tag = files.response(to: get("/icon"))?.fields["ETag"] ?? ""
        let date = files.response(to: get("/icon"))?.fields["Last-Modified"] ?? ""
        for fields: Fields in [
            ["If-None-Match": "\"x\", W/\(tag)"], ["If-None-Match": "*"], ["If-Modified-Since": date],
        ] {
            let response = files.response(to: get("/icon", fields))
            #expect(response?.status == .notModified && body(response) == nil && response?.fields["ETag"] == tag)
        }
        for fields: Fields in [
            ["If-None-Match": "\"x\"", "If-Modified-Since": date], ["If-Modified-Since": "Mon, 01 Jan 2001 00:00:00 GMT"],
            ["If-Modified-Since": "yesterday"],
        ] {
            #expect(files.response(to: get("/icon", fields))?.status == .ok)
        }
    }

    @Test("single ranges are parts, one beyond the end is 416 with the size, HEAD has none")
    func ranges() {
        func part(_ range: String, _ more: Fields.Field? = nil) -> Response? {
            var fields: Fields = ["Range": range]
            if let more { fields.append(more.name, more.value) }
            return files.response(to: get("/icon", fields))
        }
        #expect(body(part("bytes=1-2")) == [2, 3] && part("bytes=1-2")?.fields["Content-Range"] == "bytes 1-2/4")
        #expect(body(part("bytes=-1")) == [4] && body(part("bytes=3-99")) == [4])
        #expect(part("bytes=4-")?.status == .rangeNotSatisfiable && part("bytes=4-")?.fields["Content-Range"] == "bytes */4")
        #expect(part("bytes=0-1,2-3")?.status == .ok)
        let tag = files.response(to: get("/icon"))?.fields["ETag"] ?? ""
        #expect(part("bytes=0-0", .init("If-Range", tag))?.status == .partialContent)
        #expect(part("bytes=0-0", .init("If-Range", "W/" + tag))?.status == .ok)
        #expect(part("bytes=0-0", .init("If-Range", "\"other\""))?.status == .ok)
        #expect(files.response(to: get("/icon", ["Range": "bytes=0-0"], method: .head))?.status == .ok)
    }

    @Test("no path leads out of the folder, and none is decoded twice")
    func escapes() {
        for path in [
            "/../etc/hostname", "/style/../../etc/hostname", "/%2e%2e/etc/hostname", "/outside.txt", "/.hidden", "/style%2Fa.css",
            "/%252e%252e/icon", "/style", "/",
        ] {
            #expect(files.response(to: get(path)) == nil, "\(path)")
        }
        for path in ["/a%00", "/a%5Cb", "/%zz", "/%"] { #expect(files.response(to: get(path))?.status == .badRequest, "\(path)") }
        #expect(body(files.response(to: get("/style/./../icon"))) == [1, 2, 3, 4])
        #expect(body(files.response(to: get("/%69con"))) == [1, 2, 3, 4])
        #expect(body(files.response(to: get("/inside.css"))) == style)
    }

    @Test("other methods are told which there are")
    func methods() {
        let response = files.response(to: get("/icon", method: .post))
        #expect(response?.status == .methodNotAllowed && response?.fields["Allow"] == "GET, HEAD")
    }

    @Test("a folder within its bounds is read, one beyond them stops the start")
    func bounds() {
        var bounds = StaticFolder.Bounds()
        (bounds.file, bounds.total, bounds.count) = (style.count, 2 * style.count + 4, 3)
        #expect(throws: Never.self) { try StaticFiles(root: folder.path, bounds: bounds) }
        var smaller = bounds
        smaller.file -= 1
        #expect(throws: StaticFolder.Failure.self) { try StaticFiles(root: folder.path, bounds: smaller) }
        smaller = bounds
        smaller.total -= 1
        #expect(throws: StaticFolder.Failure.self) { try StaticFiles(root: folder.path, bounds: smaller) }
        smaller = bounds
        smaller.count -= 1
        #expect(throws: StaticFolder.Failure.tooMany(bound: 2)) { try StaticFiles(root: folder.path, bounds: smaller) }
        #expect(throws: StaticFolder.Failure.self) { try StaticFiles(root: folder.path + "/none") }
    }

    @Test("folders are read down to the bound of their depth, one folder deeper stops the start")
    func depth() throws {
        var bounds = StaticFolder.Bounds()
        bounds.depth = 3
        for name in ["a/x", "a/b/x", "a/b/c/x"] { folder.write(name, [1]) }
        let files = try StaticFiles(root: folder.path, bounds: bounds)
        #expect(body(files.response(to: get("/a/b/c/x"))) == [1])
        folder.write("a/b/c/d/x", [1])
        let real = String(validatingCString: realpath(folder.path, nil)) ?? ""
        #expect(throws: StaticFolder.Failure.tooDeep(path: real + "/a/b/c/d")) { try StaticFiles(root: folder.path, bounds: bounds) }
    }

    @Test("SHA-256 of the standard's examples")
    func hash() {
        func hex(_ text: String) -> String {
            SHA256.digest(of: Array(text.utf8)).map { String($0 >> 4, radix: 16) + String($0 & 15, radix: 16) }.joined()
        }
        #expect(hex("") == "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855")
        #expect(hex("abc") == "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad")
        #expect(
            hex("abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq")
                == "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1")
    }
}
