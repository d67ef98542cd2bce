import Foundation

/// A login that lasts; the cookie itself is kept nowhere.
public struct SessionRecord: Hashable, Sendable {
    /// The SHA-256 of the cookie's value, 32 bytes.
    public let hash: [UInt8]
    public let role: Role
    public let created: Date
    public var expires: Date

    public init(hash: [UInt8], role: Role, created: Date, expires: Date) {
        self.hash = hash
        self.role = role
        self.created = created
        self.expires = expires
    }

    /// Sessions that are kept at once; one more puts out the one that expires first.
    public static let limit = 1000

    /// Names the session without opening it.
    var tag: String { SessionRecord.tag(hash) }
    static func tag(_ hash: [UInt8]) -> String { hex(hash) }
}

/// Where sessions outlive a restart; called from any thread.
public protocol SessionStore: Sendable {
    func session(hash: [UInt8]) throws -> SessionRecord?
    /// Adds it, or replaces the one with the same hash; keeps at most `SessionRecord.limit`, those that expire last.
    func save(_ session: SessionRecord) throws
    func delete(hash: [UInt8]) throws
    func deleteExpired(before: Date) throws
}
