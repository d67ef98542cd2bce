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
    /// Held while the store and the memory change together.
    private let disk = Mutex<Void>(())
    private let cache = Mutex<[String: SessionRecord?]>([:])

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

    /// Prolongs a session that is used: the Set-Cookie that says so, nil when it is not yet time or cannot be stored now.
    func renew(_ found: Found) -> String? {
        let expires = surroundings.now().addingTimeInterval(Sessions.lifetime)
        guard expires.timeIntervalSince(found.record.expires) >= Sessions.renewalInterval else { return nil }
        var record = found.record
        record.expires = expires
        do {
            // Looked at again under the lock: a logout meanwhile must not be undone.
            let isStored = try disk.withLock { _ in
                guard try load(record.hash) != nil else { return false }
                try store.save(record)
                remember(record, record.hash)
                return true
            }
            return isStored ? found.cookie.set(found.secret, seconds: Int(Sessions.lifetime)) : nil
        } catch {
            return nil
        }
    }

    private func record(_ hash: String) throws -> SessionRecord? {
        if let known = cache.withLock({ $0[hash] }) { return known }
        return try disk.withLock { _ in try load(hash) }
    }

    private func save(_ record: SessionRecord) throws {
        try disk.withLock { _ in
            try store.save(record)
            remember(record, record.hash)
        }
    }

    private func forget(_ hash: String) throws {
        try disk.withLock { _ in
            try store.delete(hash: hash)
            remember(nil, hash)
        }
    }

    // MARK: Under the lock on the disk

    private func load(_ hash: String) throws -> SessionRecord? {
        if let known = cache.withLock({ $0[hash] }) { return known }
        let record = try store.session(hash: hash)
        remember(record, hash)
        return record
    }

    private func remember(_ record: SessionRecord?, _ hash: String) {
        cache.withLock { cache in
            if cache.count >= Sessions.cacheLimit, cache[hash] == nil { cache.removeAll() }
            cache[hash] = .some(record)
        }
    }
}
