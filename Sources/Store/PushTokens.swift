import Activities
import SQLite

extension Store: PushTokens {
    public func activity(pushToken: String) throws -> String? {
        try read { database in try database.first("SELECT id FROM activities WHERE push_token = ?", pushToken) { row in row[0] } }
    }

    public func pushToStartTokens(proposed: [String: String]) throws -> [String: String] {
        try write { database in
            for (kind, token) in proposed {
                try database.run("INSERT OR IGNORE INTO push_to_start_tokens (kind, token) VALUES (?, ?)", kind, token)
            }
            let kept = try database.rows("SELECT kind, token FROM push_to_start_tokens") { row -> (kind: String, token: String) in
                (row[0], row[1])
            }
            return Dictionary(kept.filter { proposed[$0.kind] != nil }.map { ($0.kind, $0.token) }) { first, _ in first }
        }
    }
}
