import Foundation
import Synchronization

/// Sessions that end with the process, for `--data :memory:`.
public final class MemorySessions: SessionStore {
    private let records = Mutex<[String: SessionRecord]>([:])

    public init() {}

    public func session(hash: String) -> SessionRecord? { records.withLock { $0[hash] } }

    public func save(_ session: SessionRecord) {
        records.withLock { records in
            records[session.hash] = session
            guard records.count > SessionRecord.limit else { return }
            let others = records.values.filter { $0.hash != session.hash }
            if let first = others.min(by: { $0.expires < $1.expires }) { records[first.hash] = nil }
        }
    }

    public func delete(hash: String) { records.withLock { $0[hash] = nil } }

    public func deleteExpired(before: Date) {
        records.withLock { $0 = $0.filter { $0.value.expires >= before } }
    }
}
