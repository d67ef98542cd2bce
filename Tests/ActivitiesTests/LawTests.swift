import Activities
import Dispatch
import Foundation
import Synchronization
import Testing

/// design.md, laws 1, 2 and 6.
@Suite struct LawTests {
    @Test func `a change is durable before it is visible, visible before announced, announced before answered`() async throws {
        let house = try House()
        let events = Lines()
        let board = house.center.board
        house.journal.onAppend { changes in events.append(.info, "append \(changes.count), board at \(board.revision)") }
        let token = house.center.feed.subscribe { turn in
            events.append(.info, "announced \(turn.revision), board at \(board.revision), journal at \(house.journal.changes.count)")
        }
        await withCheckedContinuation { done in
            house.center.perform(.request(.pizza())) { result in
                events.append(.info, "answered")
                done.resume()
            }
        }
        #expect(events.all == ["append 1, board at 0", "announced 1, board at 1, journal at 1", "answered"])
        house.center.feed.unsubscribe(token)
        try await house.start()
        #expect(events.all.count == 4)
    }

    @Test func `a failed commit changes nothing, rings nothing and fails all that waited`() async throws {
        let house = try House()
        let record = try await house.start()
        let announced = Lines()
        _ = house.center.feed.subscribe { announced.append(.info, "\($0.ids)") }
        house.journal.fail(with: JournalError(reason: "no room", isFull: true))
        let gate = Gate(house)
        async let a = gate.result(.update(id: record.id, .driver("A")))
        async let b = gate.result(.request(.pizza()))
        let results = await [a, b]
        for result in results {
            guard case .failure(.store(let error)) = result else {
                Issue.record("not refused by the store: \(result)")
                continue
            }
            #expect(error.isFull)
        }
        #expect(announced.all.isEmpty)
        #expect(house.center.board.revision == record.sequence)
        #expect(house.center.board.activity(record.id) == record)
        #expect(house.center.board.list(limit: 10).total == 1)
        house.journal.fail(with: nil)
        #expect(try await house.update(record.id, .driver("A")).activities[0].sequence == record.sequence + 1)
    }

    @Test func `a turn takes all that wait into one append, each decided on those before it`() async throws {
        let house = try House()
        let record = try await house.start()
        let held = Held(house.journal)
        let results = Mutex<[String]>([])
        let group = DispatchGroup()
        func send(_ command: Command) {
            group.enter()
            house.center.perform(command) { result in
                let text: String =
                    switch result {
                    case .success(let outcome): outcome.changed ? "changed" : "unchanged"
                    case .failure(let error): error.message
                    }
                results.withLock { $0.append(text) }
                group.leave()
            }
        }
        send(.update(id: record.id, .driver("A")))
        held.waitUntilAppending()
        send(.update(id: record.id, .driver("B")))
        send(.update(id: record.id, .driver("B")))
        send(.end(id: record.id, EndRequest()))
        send(.update(id: record.id, .driver("C")))
        send(.request(.pizza("D")))
        held.release()
        await withCheckedContinuation { done in group.notify(queue: .global()) { done.resume() } }
        #expect(house.journal.appends.map { $0.map(\.event) } == [[.start], [.update], [.update, .end, .start]])
        #expect(results.withLock { $0 } == ["changed", "changed", "unchanged", "changed", ActivityError.over(.ended).message, "changed"])
        #expect(house.journal.changes.map(\.sequence) == [1, 2, 3, 4, 5])
    }

    @Test func `a command that throws leaves the draft as it was`() async throws {
        let house = try House()
        let before = house.center.board.revision
        await #expect(throws: ActivityError.self) { try await house.start(.pizza(String(repeating: "x", count: 501))) }
        await #expect(throws: ActivityError.self) { try await house.update("nobody", .driver("A")) }
        #expect(house.center.board.revision == before)
        #expect(house.journal.appends.isEmpty)
        #expect(try await house.start().sequence == before + 1)
    }

    @Test func `the inbox holds its bound and refuses one more`() async throws {
        let house = try House()
        let record = try await house.start()
        let held = Held(house.journal)
        let group = DispatchGroup()
        let refused = Atomic<Int>(0)
        func send(_ command: Command) {
            group.enter()
            house.center.perform(command) { result in
                if case .failure(.busy) = result { refused.add(1, ordering: .relaxed) }
                group.leave()
            }
        }
        send(.update(id: record.id, .driver("A")))
        held.waitUntilAppending()
        for _ in 0..<Limits.waitingCommands { send(.dismiss(id: record.id)) }
        #expect(refused.load(ordering: .relaxed) == 0)
        send(.dismiss(id: record.id))
        #expect(refused.load(ordering: .relaxed) == 1)
        held.release()
        await withCheckedContinuation { done in group.notify(queue: .global()) { done.resume() } }
        try await house.update(record.id, .driver("B"))
    }

    @Test func `one wake-up for the earliest instant, however many activities`() async throws {
        let house = try House()
        for minutes in [30.0, 10, 20] { try await house.start(.pizza(minutes: minutes)) }
        _ = try await house.center.perform(.letTimePass)
        await house.settled()
        #expect(house.clock.wakeUp == House.noon.addingTimeInterval(300))
        house.clock.advance(to: House.noon.addingTimeInterval(300))
        _ = try? await house.center.perform(.dismiss(id: "nobody"))
        await house.settled()
        #expect(house.journal.changes.last?.event == .flip)
        #expect(house.clock.wakeUp == House.noon.addingTimeInterval(600))
        house.center.stop()
        await house.settled()
        #expect(house.clock.wakeUp == nil)
    }

    @Test func `after a failed turn time waits a moment before it tries again`() async throws {
        let house = try House()
        try await house.start()
        house.journal.fail(with: JournalError(reason: "no room"))
        house.clock.set(House.noon.addingTimeInterval(450))
        await #expect(throws: ActivityError.self) { try await house.center.perform(.letTimePass) }
        await house.settled()
        #expect(house.clock.wakeUp == House.noon.addingTimeInterval(451))
    }

    @Test func `no command meets an activity that only a late timer keeps alive`() async throws {
        let house = try House()
        let record = try await house.start()
        house.clock.set(House.noon.addingTimeInterval(8 * 3600))
        await #expect { try await house.update(record.id, .driver("A")) } throws: { error in
            if case ActivityError.over(.ended) = error { true } else { false }
        }
        #expect(house.state(record.id) == .ended)
    }

    @Test func `the log says what the guides' consoles say`() async throws {
        let house = try House()
        let record = try await house.start()
        try await house.update(record.id, .driver("John"))
        let id = String(record.id.prefix(8))
        await house.settled()
        #expect(
            house.lines.all == [
                "Requested a pizza delivery Live Activity \(id)", "Updating content state for activity \(id)",
            ])
        let details = house.center.kinds["pizza-delivery"]?.details(of: record)
        #expect(details == "Pizza delivery details: \(id) -> PizzaDeliveryAttributes(numberOfPizzas: 1, totalAmount: \"$99\")")
    }
}

extension House {
    /// Waits for a whole further turn: what follows an answer, the log and the next wake-up, is done then.
    func settled() async {
        _ = try? await center.perform(.update(id: "nobody", .driver("")))
        _ = try? await center.perform(.update(id: "nobody", .driver("")))
    }
}

/// Sends commands so that they wait together.
private struct Gate {
    let house: House
    init(_ house: House) { self.house = house }

    func result(_ command: Command) async -> Result<Outcome, ActivityError> {
        await withCheckedContinuation { done in house.center.perform(command) { done.resume(returning: $0) } }
    }
}

/// Holds the journal in its next append until it is released.
private final class Held: Sendable {
    private let entered = DispatchSemaphore(value: 0)
    private let gate = DispatchSemaphore(value: 0)

    init(_ journal: MemoryJournal) {
        let (entered, gate) = (entered, gate)
        journal.onAppend { [weak journal] _ in
            journal?.onAppend(nil)
            entered.signal()
            gate.wait()
        }
    }

    func waitUntilAppending() { entered.wait() }
    func release() { gate.signal() }
}
