import Foundation

/// A login that lasts; the cookie itself is kept nowhere.
public struct SessionRecord: Hashable, Sendable {
    /// The SHA-256 of the cookie's value, 64 hex digits in lower case; it names the session without opening it.
    public let hash: String
    public let role: Role
    public let created: Date
    public var expires: Date

    public init(hash: String, role: Role, created: Date, expires: Date) {
        self.hash = hash
        self.role = role
        self.created = created
        self.expires = expires
    }

    /// Sessions that are kept at once; one more puts out the one that expires first.
    public static let limit = 1000

    static func hash(of secret: String) -> String { hex(SHA256.hash(secret.utf8)) }
}

/// Where sessions outlive a restart; called from any thread.
public protocol SessionStore: Sendable {
    func session(hash: String) throws -> SessionRecord?
    /// Adds it, or replaces the one with the same hash; keeps at most `SessionRecord.limit`, those that expire last.
    func save(_ session: SessionRecord) throws
    func delete(hash: String) throws
    func deleteExpired(before: Date) throws
}
