import HTTP

/// A folder's files, read once at start: each answers at its own path, and at a name with its content's hash that may be cached for ever.
///
/// Only what was read can be answered, so that no path leads out of the folder.
public struct StaticFiles: Sendable {
    private struct Entry: Sendable {
        let file: Int
        let isImmutable: Bool
    }

    private let files: [StaticFile]
    private let entries: [String: Entry]
    private let hashed: [String: String]

    /// Reads the folder; throws where it cannot be read or holds more than the bounds.
    public init(root: String, bounds: StaticFolder.Bounds = StaticFolder.Bounds()) throws(StaticFolder.Failure) {
        var files: [StaticFile] = []
        var entries: [String: Entry] = [:]
        var hashed: [String: String] = [:]
        for content in try StaticFolder.read(root: root, bounds: bounds) {
            let file = StaticFile(path: content.path, bytes: content.bytes, modified: content.modified)
            let name = Self.hashedName(of: content.path, hash: file.hash)
            entries[content.path] = Entry(file: files.count, isImmutable: false)
            entries[name] = Entry(file: files.count, isImmutable: true)
            hashed[content.path] = "/" + name
            files.append(file)
        }
        self.files = files
        self.entries = entries
        self.hashed = hashed
    }

    /// The absolute path under which that content may be cached for ever; the path itself where there is no such file. `style/a.css` or `/style/a.css`.
    public func hashedPath(for path: String) -> String {
        let path = path.hasPrefix("/") ? String(path.dropFirst()) : path
        return hashed[path] ?? "/" + path
    }

    /// The paths of all files, without a leading slash, sorted.
    public var paths: [String] { hashed.keys.sorted() }

    /// The file's answer; nil where there is no such file.
    public func response(to request: Request) -> Response? {
        guard request.target.path != "*" else { return nil }
        // Decoded once, then dots, then the look-up: a path that is decoded twice is how files beyond the root are read.
        guard let segments = request.target.pathSegments else { return Response(.badRequest) }
        guard let path = Self.resolved(segments), let entry = entries[path] else { return nil }
        guard request.method == .get || request.method == .head else {
            return Response(.methodNotAllowed, fields: ["Allow": "GET, HEAD"])
        }
        return answer(files[entry.file], isImmutable: entry.isImmutable, to: request)
    }

    private static func resolved(_ segments: [String]) -> String? {
        var path: [String] = []
        for segment in segments {
            switch segment {
            case ".": continue
            case "..": if path.popLast() == nil { return nil }
            default:
                if segment.utf8.contains(UInt8(ascii: "/")) { return nil }
                path.append(segment)
            }
        }
        return path.joined(separator: "/")
    }

    /// `style/a.css` becomes `style/a.<hash>.css`.
    private static func hashedName(of path: String, hash: String) -> String {
        let name = path.lastIndex(of: "/").map { path.index(after: $0) } ?? path.startIndex
        guard let dot = path[name...].lastIndex(of: "."), dot > name else { return path + "." + hash }
        return path[..<dot] + "." + hash + path[dot...]
    }

    private func answer(_ file: StaticFile, isImmutable: Bool, to request: Request) -> Response {
        let isGzip = file.gzip != nil && ContentCoding(acceptedBy: request.fields) == .gzip
        let chosen = isGzip ? file.gzip ?? file.identity : file.identity
        var response = Response(.ok, fields: isImmutable ? chosen.immutableFields : chosen.fields, body: .bytes(chosen.bytes))
        if Self.isNotModified(chosen, file, request.fields) {
            response.status = .notModified
            response.body = .none
            response.fields["Content-Type"] = nil
            response.fields["Content-Encoding"] = nil
            return response
        }
        if request.method == .get { Self.narrow(&response, to: request.fields, of: chosen) }
        return response
    }

    /// RFC 9110, section 13.2.2: a date counts only where no tag is named.
    private static func isNotModified(_ chosen: StaticFile.Representation, _ file: StaticFile, _ fields: Fields) -> Bool {
        let tags = fields.values(of: "If-None-Match")
        if !tags.isEmpty { return EntityTagCondition(tags)?.matchesWeakly(chosen.tag) ?? false }
        guard let text = fields["If-Modified-Since"], let seconds = HTTPDate.seconds(text, now: file.modified) else { return false }
        return seconds >= file.modified
    }

    /// One range; If-Range only by a strong tag, else all of it (RFC 9110, section 13.1.5).
    private static func narrow(_ response: inout Response, to fields: Fields, of chosen: StaticFile.Representation) {
        guard let range = fields["Range"] else { return }
        if let condition = fields["If-Range"], EntityTag(condition)?.matchesStrongly(chosen.tag) != true { return }
        let wanted = ByteRange(range, size: chosen.bytes.count)
        switch wanted {
        case .whole: return
        case .part(let part):
            response.status = .partialContent
            response.body = .bytes(Array(chosen.bytes[part]))
        case .unsatisfiable:
            response = Response(.rangeNotSatisfiable, fields: ["X-Content-Type-Options": "nosniff"])
        }
        response.fields["Content-Range"] = wanted.contentRange(size: chosen.bytes.count)
    }
}
