import Glibc

/// Reads a folder's regular files into memory, bounded.
public enum StaticFolder {
    /// What may be read, in bytes and counts.
    public struct Bounds: Sendable {
        public var file = 8 << 20
        public var total = 64 << 20
        public var count = 5_000
        /// Folders in folders: a link that leads to a folder above it ends here.
        public var depth = 16
        public init() {}
    }

    public enum Failure: Error, Equatable, CustomStringConvertible {
        case unreadable(path: String, code: Int32)
        case tooLarge(path: String, bound: Int)
        case tooMany(bound: Int)
        case tooDeep(path: String)

        public var description: String {
            switch self {
            case .unreadable(let path, let code): "\(path) cannot be read: errno \(code)"
            case .tooLarge(let path, let bound): "\(path) does not fit: at most \(bound) bytes"
            case .tooMany(let bound): "more than \(bound) files"
            case .tooDeep(let path): "\(path) lies too deep"
            }
        }
    }

    struct Content {
        /// Relative to the root, no leading slash.
        let path: String
        let bytes: [UInt8]
        let modified: Int64
    }

    static func read(root: String, bounds: Bounds) throws(Failure) -> [Content] {
        guard let real = realPath(root) else { throw .unreadable(path: root, code: errno) }
        var contents: [Content] = []
        var total = 0
        try walk(real, under: real, prefix: "", depth: 0, bounds, &contents, &total)
        return contents
    }

    private static func walk(
        _ folder: String, under root: String, prefix: String, depth: Int, _ bounds: Bounds, _ contents: inout [Content], _ total: inout Int
    ) throws(Failure) {
        if depth > bounds.depth { throw .tooDeep(path: folder) }
        for name in try names(in: folder).sorted() {
            let path = folder + "/" + name
            // A link to what lies outside is not followed: whoever may write into the folder must not read the machine through it.
            guard let real = realPath(path), real.hasPrefix(root + "/") || root == "/" else { continue }
            var info = stat()
            guard stat(real, &info) == 0 else { continue }
            if info.st_mode & S_IFMT == S_IFDIR {
                try walk(real, under: root, prefix: prefix + name + "/", depth: depth + 1, bounds, &contents, &total)
            } else if info.st_mode & S_IFMT == S_IFREG {
                if contents.count >= bounds.count { throw .tooMany(bound: bounds.count) }
                if info.st_size > bounds.file { throw .tooLarge(path: path, bound: bounds.file) }
                let bytes = try bytes(ofFile: real)
                total += bytes.count
                if bytes.count > bounds.file { throw .tooLarge(path: path, bound: bounds.file) }
                if total > bounds.total { throw .tooLarge(path: path, bound: bounds.total) }
                contents.append(Content(path: prefix + name, bytes: bytes, modified: Int64(info.st_mtim.tv_sec)))
            }
        }
    }

    /// Hidden files are an editor's or a version control's, and nobody's business.
    private static func names(in folder: String) throws(Failure) -> [String] {
        guard let directory = opendir(folder) else { throw .unreadable(path: folder, code: errno) }
        defer { closedir(directory) }
        var names: [String] = []
        while let entry = readdir(directory) {
            let name = withUnsafePointer(to: &entry.pointee.d_name) {
                $0.withMemoryRebound(to: UInt8.self, capacity: 256) { String(validatingCString: UnsafeRawPointer($0).assumingMemoryBound(to: CChar.self)) }
            }
            if let name, !name.hasPrefix(".") || name == ".well-known" { names.append(name) }
        }
        return names
    }

    private static func bytes(ofFile path: String) throws(Failure) -> [UInt8] {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { throw .unreadable(path: path, code: errno) }
        defer { close(descriptor) }
        var bytes: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 64 << 10)
        while true {
            let count = Glibc.read(descriptor, &buffer, buffer.count)
            if count > 0 { bytes += buffer[..<count] }
            if count == 0 { return bytes }
            if count < 0, errno != EINTR { throw .unreadable(path: path, code: errno) }
        }
    }

    private static func realPath(_ path: String) -> String? {
        guard let resolved = realpath(path, nil) else { return nil }
        defer { free(resolved) }
        return String(validatingCString: resolved)
    }
}
