import Activities
import Foundation
import Routing
import SQLite

extension Store: SessionStore {
    public func session(hash: String) throws -> SessionRecord? {
        try read { database in
            try database.first("SELECT role, created_at, expires_at FROM sessions WHERE hash = ?", hash) { row -> SessionRecord? in
                // A role of no meaning opens nothing.
                guard let role = Role(rawValue: row[0]) else { return nil }
                return SessionRecord(hash: hash, role: role, created: Date(milliseconds: row[1]), expires: Date(milliseconds: row[2]))
            } ?? nil
        }
    }

    public func save(_ session: SessionRecord) throws {
        try write { database in
            try database.run(
                "INSERT OR REPLACE INTO sessions (hash, role, created_at, expires_at) VALUES (?, ?, ?, ?)",
                session.hash, session.role.rawValue, session.created.milliseconds, session.expires.milliseconds)
            // Logins without end must not fill the disk; the one just made stays, or it would be no login.
            try database.run(
                """
                DELETE FROM sessions WHERE hash <> ?1 AND hash IN (SELECT hash FROM sessions WHERE hash <> ?1
                ORDER BY expires_at DESC LIMIT -1 OFFSET ?2)
                """, session.hash, SessionRecord.limit - 1)
        }
    }

    public func delete(hash: String) throws {
        try write { database in try database.run("DELETE FROM sessions WHERE hash = ?", hash) }
    }

    public func deleteExpired(before: Date) throws {
        try write { database in try database.run("DELETE FROM sessions WHERE expires_at < ?", before.milliseconds) }
    }
}
