import Activities
import Dispatch
import Foundation
import HTTP
import Kinds
import Routing
import Store
import Testing

@testable import Gateway

/// A store whose commits wait until they are let go on.
private final class HeldJournal: Journal {
    let store: Store
    private let held = DispatchSemaphore(value: 0)
    private let entered: AsyncStream<Void>.Continuation
    let commits: AsyncStream<Void>

    init(_ store: Store) {
        self.store = store
        (commits, entered) = AsyncStream.makeStream()
    }

    func letGo() { held.signal() }

    var epoch: String { store.epoch }
    func load() throws -> Loaded { try store.load() }
    func append(_ changes: [Change]) throws {
        entered.yield()
        held.wait()
        try store.append(changes)
    }
    func activity(_ id: String) throws -> ActivityRecord? { try store.activity(id) }
    func activityStarted(by key: String, now: Date) throws -> ActivityRecord? { try store.activityStarted(by: key, now: now) }
    func pushToStartTokens(proposed: [String: String]) throws -> [String: String] { try store.pushToStartTokens(proposed: proposed) }
}

@Suite struct IdempotencyTests {
    private static let now = Date(timeIntervalSince1970: 1_800_000_000)

    private static let body = """
        {"attributesType":"PizzaDeliveryAttributes","attributes":{"numberOfPizzas":1,"totalAmount":"$9"},
        "contentState":{"driverName":"TIM","estimatedDeliveryTime":["2027-01-15T08:00:00Z","2027-01-15T08:15:00Z"]}}
        """

    private func context(key: String?) -> Context {
        var fields: Fields = ["Content-Type": "application/json"]
        fields["Idempotency-Key"] = key
        let request = Request(method: .post, target: Target(path: "/api/activities"), fields: fields, body: Array(Self.body.utf8))
        return Context(request: request, role: .operator, surface: .api)
    }

    @Test("a key whose first start has not been answered yet is 409, another key is not held up by it, and afterwards it is a repeat")
    func inFlight() async throws {
        let store = try Store(inMemorySince: Self.now)
        let journal = HeldJournal(store)
        let center = try ActivityCenter(journal: journal, kinds: KindRegistry(Kinds.all))
        let backend = Backend(
            center: center, archive: store, pushLog: store, pushTokens: store, kinds: center.kinds, clock: { Self.now },
            baseURL: "https://a")
        let routes = Gateway(backend) { _ in }.routes
        let route = try #require(routes.first { $0.method == .post && $0.pattern == "/api/activities" })
        guard case .deferred(let start) = route.action else { return #expect(Bool(false), "a start waits for the writer") }
        let first = Task { [context = context(key: "one")] in try await start(context) }
        var commits = journal.commits.makeAsyncIterator()
        await commits.next()
        let refused = await #expect(throws: Problem.self) { try await start(context(key: "one")) }
        #expect(refused?.status == .conflict)
        let second = Task { [context = context(key: "two")] in try await start(context) }
        journal.letGo()
        let made = try await first.value
        await commits.next()
        journal.letGo()
        let other = try await second.value
        #expect(other.fields["Location"] != made.fields["Location"])
        let again = try await start(context(key: "one"))
        #expect(again.status == .created && again.fields["Location"] == made.fields["Location"])
        #expect(again.fields["Idempotent-Replayed"] == "true" && made.fields["Idempotent-Replayed"] == nil)
    }
}
