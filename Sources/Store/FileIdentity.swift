import Activities
import Glibc

/// Which file a path named when it was opened: what is written to one that was deleted since is gone with the process, however
/// durably it was written.
struct FileIdentity: Sendable {
    private let path: String
    private let device: dev_t
    private let inode: ino_t

    /// nil where nothing is there.
    init?(_ path: String) {
        var status = stat()
        guard stat(path, &status) == 0 else { return nil }
        self.path = path
        device = status.st_dev
        inode = status.st_ino
    }

    /// Throws `JournalError` where the path names another file by now, or none.
    func mustBeThere() throws(JournalError) {
        var status = stat()
        guard stat(path, &status) == 0, status.st_dev == device, status.st_ino == inode else {
            throw JournalError(reason: "The database \(path) was removed or replaced while the server was running: put it back, or start anew.")
        }
    }
}
