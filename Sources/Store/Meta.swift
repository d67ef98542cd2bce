import Activities
import Foundation
import SQLite

/// What the store says of itself.
enum Meta {
    /// At first creation; later it changes nothing.
    static func establish(in database: Database, now: Date) throws {
        if try value("epoch", in: database, as: String.self) != nil { return }
        try database.transaction {
            try renewEpoch(of: database)
            try set("created", now.milliseconds, in: database)
        }
    }

    static func renewEpoch(of database: Database) throws {
        // No hyphen: `<epoch>-<sequence>` is split at it.
        let digits = String(UInt64.random(in: .min ... .max), radix: 16)
        try set("epoch", String(repeating: "0", count: 16 - digits.count) + digits, in: database)
    }

    static func epoch(of database: Database) throws -> String { try value("epoch", in: database, as: String.self) ?? "" }

    /// Events up to this sequence are no longer all there.
    static func horizon(of database: Database) throws -> Int64 { try value("horizon", in: database, as: Int64.self) ?? 0 }
    static func setHorizon(_ sequence: Int64, in database: Database) throws { try set("horizon", sequence, in: database) }

    /// The number in the push log at which receipts last went.
    static func lastPushRemoval(of database: Database) throws -> Int64 { try value("last_push_removal", in: database, as: Int64.self) ?? 0 }
    static func setLastPushRemoval(_ number: Int64, in database: Database) throws { try set("last_push_removal", number, in: database) }

    /// When a write was last tried for its own sake.
    static func setProbed(_ at: Date, in database: Database) throws { try set("probed", at.milliseconds, in: database) }

    private static func value<Value: Bindable>(_ name: String, in database: Database, as: Value.Type) throws -> Value? {
        try database.first("SELECT value FROM meta WHERE name = ?", name) { $0[0] }
    }

    private static func set(_ name: String, _ value: some Bindable, in database: Database) throws {
        try database.run("INSERT OR REPLACE INTO meta (name, value) VALUES (?, ?)", name, value)
    }
}
