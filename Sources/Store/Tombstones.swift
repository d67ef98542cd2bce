import Activities
import Foundation
import SQLite

extension Store {
    /// An activity of that id was here once and has been pruned: 410, not 404. Throws `JournalError`.
    public func remembersActivity(_ id: String) throws -> Bool {
        try read { database in
            try database.first("SELECT 1 FROM tombstones WHERE name = ? AND what = 'activity'", id) { _ in true } ?? false
        }
    }

    /// Since when a push token is out of service (rotated, or its activity dismissed); nil: in use, forgotten or never known.
    public func tokenRetired(_ token: String) throws -> Date? {
        try read { database in
            let retired = try database.first("SELECT at FROM tombstones WHERE name = ? AND what = 'token'", token) { row -> Int64 in row[0] }
            let dismissed = try database.first(
                "SELECT dismissed_at FROM activities WHERE push_token = ? AND dismissed_at IS NOT NULL", token) { row -> Int64 in row[0] }
            return (retired ?? dismissed).map { Date(milliseconds: $0) }
        }
    }
}
