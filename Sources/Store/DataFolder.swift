import Glibc

/// The folder that holds everything that outlives the process; one server holds its lock, for as long as this object lives.
public final class DataFolder: Sendable {
    public let path: String
    private let lock: CInt

    public var databasePath: String { Self.databasePath(in: path) }
    public var operatorTokenPath: String { path + "/operator-token" }
    public var watchTokenPath: String { path + "/watch-token" }

    /// For who reads beside a server, without the lock.
    static func databasePath(in folder: String) -> String { (folder.isEmpty ? "." : folder) + "/islet.sqlite" }

    /// Makes the folder (0700) where it is not there, and takes its lock; throws `DataFolderError`.
    public init(_ path: String) throws(DataFolderError) {
        let path = path.isEmpty ? "." : path
        try Self.make(path)
        let lock = open(path + "/islet.lock", O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
        guard lock >= 0 else { throw DataFolderError(path, errno: errno) }
        // A lock of the kernel's: it goes with the process, however that ends, and is never left behind.
        guard flock(lock, LOCK_EX | LOCK_NB) == 0 else {
            let reason = errno
            close(lock)
            throw reason == EWOULDBLOCK ? .inUse(path) : DataFolderError(path, errno: reason)
        }
        self.path = path
        self.lock = lock
    }

    deinit { close(lock) }

    /// Something stands where the database belongs; an empty file is none yet.
    var hasDatabase: Bool {
        var status = stat()
        return stat(databasePath, &status) == 0 && status.st_size > 0
    }

    /// SQLite would make it readable for everybody; its log and index get the same mode as it has.
    func makeDatabaseFile() throws(DataFolderError) {
        do { try FileSystem.makePrivateFile(databasePath) } catch { throw DataFolderError(databasePath, errno: error.code) }
    }

    /// Also the folders above it, as `mkdir -p` does, but readable for this user alone.
    private static func make(_ path: String) throws(DataFolderError) {
        if mkdir(path, 0o700) == 0 { return }
        let reason = errno
        let parent = path.split(separator: "/").dropLast().joined(separator: "/")
        if reason == ENOENT, !parent.isEmpty {
            try make(path.hasPrefix("/") ? "/" + parent : parent)
            guard mkdir(path, 0o700) == 0 else { throw DataFolderError(path, errno: errno) }
            return
        }
        var status = stat()
        guard stat(path, &status) == 0 else { throw DataFolderError(path, errno: reason) }
        guard status.st_mode & S_IFMT == S_IFDIR else { throw .notAFolder(path) }
    }
}

/// Why a data folder cannot be used, in one clear line.
public enum DataFolderError: Error, Sendable, Equatable, CustomStringConvertible {
    /// Another server holds it.
    case inUse(String)
    case notAFolder(String)
    case readOnly(String)
    /// `reason` in the system's words.
    case unusable(String, reason: String)

    init(_ path: String, errno code: CInt) {
        switch code {
        case EACCES, EPERM, EROFS: self = .readOnly(path)
        case ENOTDIR, EEXIST: self = .notAFolder(path)
        default: self = .unusable(path, reason: String(cString: strerror(code)))
        }
    }

    public var description: String {
        switch self {
        case .inUse(let path): "The data folder \(path) is in use by another islet."
        case .notAFolder(let path): "\(path) is not a folder, so that it cannot hold islet's data."
        case .readOnly(let path): "\(path) cannot be written by this user: islet needs a data folder of its own."
        case .unusable(let path, let reason): "\(path) cannot be used as the data folder: \(reason)."
        }
    }
}
