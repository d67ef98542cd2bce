import Dispatch
import Foundation
import HTTP
import Synchronization
import Testing

@testable import Routing

/// Who reads waits for no one who writes.
@Suite struct SessionTests {
    /// Work that was put off.
    private final class Deferred: Sendable {
        private let work = Mutex<[@Sendable () -> Void]>([])
        func add(_ one: @escaping @Sendable () -> Void) { work.withLock { $0.append(one) } }
        var count: Int { work.withLock { $0.count } }

        func run() {
            let all = work.withLock { work in
                defer { work = [] }
                return work
            }
            for one in all { one() }
        }
    }

    /// A store whose next save waits until it is let go, and whose next read is followed by something else before it is answered.
    private final class Slow: SessionStore {
        let memory = MemorySessions()
        let saves = Mutex(0)
        let holds = Mutex(false)
        let isHeld = DispatchSemaphore(value: 0)
        let gate = DispatchSemaphore(value: 0)
        let afterRead = Mutex<(@Sendable () -> Void)?>(nil)

        func session(hash: String) -> SessionRecord? {
            let found = memory.session(hash: hash)
            let next = afterRead.withLock { next in
                defer { next = nil }
                return next
            }
            next?()
            return found
        }

        func save(_ session: SessionRecord) {
            saves.withLock { $0 += 1 }
            let mustWait = holds.withLock { holds in
                defer { holds = false }
                return holds
            }
            if mustWait {
                isHeld.signal()
                gate.wait()
            }
            memory.save(session)
        }

        func delete(hash: String) { memory.delete(hash: hash) }
        func deleteExpired(before: Date) { memory.deleteExpired(before: before) }
    }

    private static func request(_ cookie: String) -> Request { .get("/", ["Host": "localhost:8080", "Cookie": cookie]) }

    @Test("a prolonging is told to the browser at once and to the store later, once")
    func renewal() async throws {
        let (store, later) = (Slow(), Deferred())
        let house = try House(store: store, later: { later.add($0) })
        let mine = Self.request(await house.cookie())
        house.time.advance(86_400)
        #expect(await house.ask(mine).fields["Set-Cookie"]?.contains("Max-Age=2592000") == true)
        #expect(await house.ask(mine).fields["Set-Cookie"] == nil)
        #expect(later.count == 1 && store.saves.withLock { $0 } == 1)
        later.run()
        #expect(store.saves.withLock { $0 } == 2)
        house.time.advance(30 * 86_400 - 1)
        #expect(await house.ask(mine).status == .ok)
    }

    @Test("a prolonging that comes after a logout does not undo it")
    func renewalAfterLogout() async throws {
        let later = Deferred()
        let house = try House(later: { later.add($0) })
        let mine = Self.request(await house.cookie())
        house.time.advance(86_400)
        #expect(await house.ask(mine).fields["Set-Cookie"] != nil)
        _ = try house.sessions.close(mine)
        later.run()
        #expect(try house.sessions.session(of: mine) == nil)
    }

    @Test("a prolonging that the store does not take is tried again at the next use")
    func renewalAgain() async throws {
        let store = Fragile()
        let house = try House(store: store)
        let mine = Self.request(await house.cookie())
        house.time.advance(86_400)
        store.isBroken.withLock { $0 = true }
        #expect(await house.ask(mine).fields["Set-Cookie"] != nil)
        store.isBroken.withLock { $0 = false }
        #expect(await house.ask(mine).fields["Set-Cookie"] != nil)
        #expect(await house.ask(mine).fields["Set-Cookie"] == nil)
    }

    @Test("a session that is not yet known is read while a login waits for its disk")
    func readsBesideWrites() throws {
        let store = Slow()
        let house = try House(store: store)
        store.holds.withLock { $0 = true }
        let login = DispatchQueue(label: "login")
        login.async { _ = try? house.sessions.open(.operator, for: .get("/")) }
        store.isHeld.wait()
        let hasRead = DispatchSemaphore(value: 0)
        DispatchQueue(label: "reader").async {
            _ = try? house.sessions.session(of: Self.request("islet-8080=" + String(repeating: "e", count: 64)))
            hasRead.signal()
        }
        #expect(hasRead.wait(timeout: .now() + 10) == .success)
        store.gate.signal()
        login.sync {}
    }

    @Test("what was read from the store before a logout is not remembered after it")
    func staleRead() async throws {
        let store = Slow()
        let mine = Self.request(await (try House(store: store)).cookie())
        // Another start: nothing is in memory.
        let house = try House(store: store)
        store.afterRead.withLock { $0 = { _ = try? house.sessions.close(mine) } }
        _ = try house.sessions.session(of: mine)
        #expect(try house.sessions.session(of: mine) == nil)
    }
}
