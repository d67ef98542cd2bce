import Glibc

/// What Foundation does not do: files that only this user reads, that are whole or not there, and that are on the disk.
enum FileSystem {
    /// Writes a file of mode 0600 whole, replacing an old one; after a crash at any instant it is the old one or the new one.
    static func write(_ bytes: [UInt8], to path: String) throws(SystemError) {
        let temporary = path + ".new"
        let file = open(temporary, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o600)
        guard file >= 0 else { throw SystemError(path) }
        defer { close(file) }
        var written = 0
        while written < bytes.count {
            let count = bytes[written...].withUnsafeBytes { Glibc.write(file, $0.baseAddress, $0.count) }
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { throw SystemError(path) }
            written += count
        }
        guard fchmod(file, 0o600) == 0, fsync(file) == 0, rename(temporary, path) == 0 else { throw SystemError(path) }
        try sync(parent(of: path))
    }

    /// At most `limit` bytes; nil: there is no such file.
    static func read(_ path: String, limit: Int) throws(SystemError) -> [UInt8]? {
        let file = open(path, O_RDONLY | O_CLOEXEC)
        guard file >= 0 else {
            if errno == ENOENT { return nil }
            throw SystemError(path)
        }
        defer { close(file) }
        var bytes: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: limit)
        while bytes.count < limit {
            let count = Glibc.read(file, &buffer, limit - bytes.count)
            if count < 0, errno == EINTR { continue }
            guard count >= 0 else { throw SystemError(path) }
            if count == 0 { break }
            bytes += buffer[..<count]
        }
        return bytes
    }

    /// An empty file of mode 0600 where there was none.
    static func makePrivateFile(_ path: String) throws(SystemError) {
        let file = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
        guard file >= 0 else { throw SystemError(path) }
        close(file)
    }

    /// Puts a file or a folder's entries on the disk.
    static func sync(_ path: String) throws(SystemError) {
        let file = open(path, O_RDONLY | O_CLOEXEC)
        guard file >= 0 else { throw SystemError(path) }
        defer { close(file) }
        guard fsync(file) == 0 else { throw SystemError(path) }
    }

    /// Gone, also if it was not there.
    static func remove(_ path: String) { unlink(path) }

    static func exists(_ path: String) -> Bool { access(path, F_OK) == 0 }

    static func parent(of path: String) -> String {
        guard let slash = path.lastIndex(of: "/") else { return "." }
        return slash == path.startIndex ? "/" : String(path[..<slash])
    }
}

/// A refusal of the kernel's, with the path that it was about.
struct SystemError: Error, CustomStringConvertible {
    let path: String
    let code: CInt

    /// Takes `errno` as the last call left it.
    init(_ path: String) {
        code = errno
        self.path = path
    }

    var description: String { "\(path): \(String(cString: strerror(code)))" }
}
