import Foundation
import HTTP
import Synchronization

/// The logins of browsers: cookies on one side, a store on the other, and between them a small memory, so that a request reads no disk.
public final class Sessions: Sendable {
    /// How long a login lasts after it was last used, in seconds: 30 days.
    public static let lifetime: TimeInterval = 30 * 86400
    /// It is prolonged at most this often, in seconds, so that use costs one write a day.
    static let renewalInterval: TimeInterval = 86400
    /// Hashes remembered, known and unknown ones; all are forgotten when one more would come.
    static let cacheLimit = 1024

    struct Found: Sendable {
        let record: SessionRecord
        let cookie: SessionCookie
        let secret: String
    }

    private let store: any SessionStore
    private let configuration: AccessConfiguration
    private let surroundings: Surroundings
    /// Held while the store and the memory change together, over a COMMIT: never by who only reads.
    private let disk = Mutex<Void>(())
    private let memory = Mutex(Memory())

    private struct Memory {
        var known: [String: SessionRecord?] = [:]
        /// Counts changes: what was read from the store before one may be over.
        var changes: UInt64 = 0
        /// Hashes of sessions whose prolonging is on its way; no more than there are sessions.
        var renewing: Set<String> = []

        mutating func remember(_ record: SessionRecord?, _ hash: String) {
            if known.count >= Sessions.cacheLimit, known[hash] == nil { known.removeAll() }
            known[hash] = .some(record)
        }
    }

    public init(store: any SessionStore, configuration: AccessConfiguration, surroundings: Surroundings = .real) {
        self.store = store
        self.configuration = configuration
        self.surroundings = surroundings
    }

    /// The session whose cookie the request carries; throws what the store throws.
    func session(of request: Request) throws -> Found? {
        let now = surroundings.now()
        for cookie in SessionCookie.readable(for: request, configuration) {
            for secret in cookie.values(in: request) where SessionCookie.isSecret(secret) {
                guard let record = try record(SessionRecord.hash(of: secret)), record.expires > now else { continue }
                return Found(record: record, cookie: cookie, secret: secret)
            }
        }
        return nil
    }

    /// Opens a session and answers the value of its Set-Cookie; whichever session the request came with ends.
    func open(_ role: Role, for request: Request) throws -> (setCookie: String, ended: String?) {
        let now = surroundings.now()
        let old = try session(of: request)
        if let old { try forget(old.record.hash) }
        let secret = surroundings.secret()
        let expires = now.addingTimeInterval(Sessions.lifetime)
        try store.deleteExpired(before: now)
        try save(SessionRecord(hash: SessionRecord.hash(of: secret), role: role, created: now, expires: expires))
        return (SessionCookie.written(for: request, configuration).set(secret, seconds: Int(Sessions.lifetime)), old?.record.hash)
    }

    /// Ends the request's session: its tag, and a Set-Cookie that takes the cookie away.
    func close(_ request: Request) throws -> (tag: String, setCookie: String)? {
        guard let found = try session(of: request) else { return nil }
        try forget(found.record.hash)
        return (found.record.hash, found.cookie.set("", seconds: 0))
    }

    /// Prolongs a session that is used: the Set-Cookie that says so at once, nil when it is not yet time; the store is told later, and
    /// where it does not take it the next use tries again.
    func renew(_ found: Found) -> String? {
        let expires = surroundings.now().addingTimeInterval(Sessions.lifetime)
        guard expires.timeIntervalSince(found.record.expires) >= Sessions.renewalInterval else { return nil }
        var record = found.record
        record.expires = expires
        guard memory.withLock({ $0.renewing.insert(record.hash).inserted }) else { return nil }
        surroundings.later { [self, record] in prolong(record) }
        return found.cookie.set(found.secret, seconds: Int(Sessions.lifetime))
    }

    private func prolong(_ record: SessionRecord) {
        disk.withLock { _ in
            // Looked at again under the lock: a logout meanwhile must not be undone.
            guard (try? self.record(record.hash)) != nil, (try? store.save(record)) != nil else { return }
            changed(record, record.hash)
        }
        _ = memory.withLock { $0.renewing.remove(record.hash) }
    }

    /// From memory, else from the store; waits for no one who writes.
    private func record(_ hash: String) throws -> SessionRecord? {
        let (known, changes) = memory.withLock { ($0.known[hash], $0.changes) }
        if let known { return known }
        let record = try store.session(hash: hash)
        memory.withLock { memory in
            // Read before a logout, it would undo it in memory.
            if memory.changes == changes { memory.remember(record, hash) }
        }
        return record
    }

    private func save(_ record: SessionRecord) throws {
        try disk.withLock { _ in
            try store.save(record)
            changed(record, record.hash)
        }
    }

    private func forget(_ hash: String) throws {
        try disk.withLock { _ in
            try store.delete(hash: hash)
            changed(nil, hash)
        }
    }

    /// Under the lock on the disk, once the store has it.
    private func changed(_ record: SessionRecord?, _ hash: String) {
        memory.withLock { memory in
            memory.changes &+= 1
            memory.remember(record, hash)
        }
    }
}
