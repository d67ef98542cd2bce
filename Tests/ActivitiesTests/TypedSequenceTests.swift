import Foundation
import Kinds
import Testing

@testable import Activities

/// The sequences of the typed API: nothing that matters is lost, nothing is held.
@Suite struct TypedSequenceTests {
    let house: House
    init() throws { house = try House() }

    private typealias Lap = Activity<PlainAttributes>

    private func request(_ note: String = "") async throws -> Activity<PlainAttributes> {
        try await Activity.request(attributes: PlainAttributes(), content: content(note), in: house.center)
    }

    private func content(_ note: String, staleDate: Date? = nil) -> ActivityContent<PlainAttributes.ContentState> {
        ActivityContent(state: .init(note: note), staleDate: staleDate)
    }

    @Test func `the content comes at once, then each that is new, and the end when it is dismissed`() async throws {
        let activity = try await request("A")
        var updates = activity.contentUpdates.makeAsyncIterator()
        #expect(await updates.next() == content("A"))
        try await activity.update(content("B", staleDate: House.noon.addingTimeInterval(60)))
        #expect(await updates.next()?.state.note == "B")
        try await house.pass(to: 60)
        try await activity.end(content("C"))
        #expect(await updates.next()?.state.note == "C", "that it is stale is no content")
        try await house.pass(to: 60 + 4 * 3600)
        #expect(await updates.next() == nil)
    }

    @Test func `a slow reader is brought to the newest and misses nothing that stays`() async throws {
        let activity = try await request("A")
        var contents = activity.contentUpdates.makeAsyncIterator()
        var states = activity.activityStateUpdates.makeAsyncIterator()
        var tokens = activity.pushTokenUpdates.makeAsyncIterator()
        let first = activity.pushToken
        #expect(await states.next() == .active)
        for note in ["B", "C", "D"] { try await activity.update(content(note)) }
        for _ in 0..<3 { _ = try await house.center.perform(.rotateToken(id: activity.id)) }
        try await activity.end(content("E"))
        _ = try await house.center.perform(.dismiss(id: activity.id))
        #expect(await contents.next()?.state.note == "E")
        #expect(await contents.next() == nil)
        #expect(await states.next() == .dismissed)
        #expect(await states.next() == nil)
        #expect(await tokens.next() != first)
        #expect(await tokens.next() == nil)
    }

    @Test func `every state is told to a reader that keeps up`() async throws {
        let alert = AlertConfiguration(title: "Soon", body: "")
        let activity = try await Activity.request(
            attributes: PlainAttributes(), content: content("A", staleDate: House.noon.addingTimeInterval(60)), alertConfiguration: alert,
            startDate: House.noon.addingTimeInterval(30), in: house.center)
        var states = activity.activityStateUpdates.makeAsyncIterator()
        #expect(await states.next() == .pending)
        try await house.pass(to: 30)
        #expect(await states.next() == .active)
        try await house.pass(to: 60)
        #expect(await states.next() == .stale)
        try await activity.end(nil)
        #expect(await states.next() == .ended)
        try await house.pass(to: 60 + 4 * 3600)
        #expect(await states.next() == .dismissed)
        #expect(await states.next() == nil)
    }

    @Test func `a rotated token is told, and to nobody else anything`() async throws {
        let activity = try await request()
        let other = try await request()
        var tokens = activity.pushTokenUpdates.makeAsyncIterator()
        #expect(await tokens.next() == activity.pushToken)
        let visible = Lines()
        let token = house.center.feed.subscribe { visible.append(.info, "\($0.ids) \($0.changes.count) \($0.rotatedIDs)") }
        _ = try await house.center.perform(.rotateToken(id: other.id))
        try await activity.update(content("B"))
        let rotated = try await house.center.perform(.rotateToken(id: activity.id)).activities[0].pushToken
        #expect(await tokens.next() == Data(hex: rotated))
        #expect(visible.all == ["[] 0 [\"\(other.id)\"]", "[\"\(activity.id)\"] 1 []", "[] 0 [\"\(activity.id)\"]"])
        // A no-op moves the mark: nobody is told.
        try await activity.update(content("B"), timestamp: House.noon.addingTimeInterval(9))
        #expect(visible.all.count == 3)
        house.center.feed.unsubscribe(token)
    }

    @Test func `what is dismissed or forgotten already is told once, and ends`() async throws {
        let dismissed = try await request("A")
        let deleted = try await request("B")
        var watching = deleted.activityStateUpdates.makeAsyncIterator()
        #expect(await watching.next() == .active)
        try await dismissed.end(nil, dismissalPolicy: .immediate)
        _ = try await house.center.perform(.delete(id: deleted.id))
        #expect(await watching.next() == .dismissed)
        #expect(await watching.next() == nil)
        for activity in [dismissed, deleted] {
            var states: [ActivityState] = []
            for await state in activity.activityStateUpdates { states.append(state) }
            #expect(states == [.dismissed])
        }
        #expect(house.center.feed.count == 0)
    }

    @Test func `every start of its type is told, whoever starts it and whatever becomes of it, and of no other`() async throws {
        var updates = Lap.activityUpdates(in: house.center).makeAsyncIterator()
        let first = try await request("A")
        try await house.start(.pizza())
        let second = try await house.start(.plain("lap", note: "B"))
        try await first.end(nil, dismissalPolicy: .immediate)
        #expect(await updates.next()?.id == first.id)
        #expect(await updates.next()?.content.state.note == "B")
        _ = try await house.center.perform(.delete(id: second.id))
        let third = try await request("C")
        #expect(await updates.next()?.id == third.id)
        var none = Activity<Reading>.activityUpdates(in: house.center).makeAsyncIterator()
        #expect(await none.next() == nil)
    }

    @Test(arguments: [Board.keptDismissed, Board.keptDismissed + 1])
    func `so many starts wait for a reader, and of one more the oldest is lost`(starts: Int) async throws {
        var updates = Lap.activityUpdates(in: house.center).makeAsyncIterator()
        await withTaskGroup(of: Void.self) { group in
            for _ in 0..<starts {
                group.addTask { _ = try? await house.center.perform(.request(.plain("lap"))) }
            }
        }
        let all = Lap.activities(in: house.center).map(\.id)
        #expect(all.count == starts)
        for id in all.suffix(Board.keptDismissed) {
            guard await updates.next()?.id == id else {
                Issue.record("\(id) was not next")
                return
            }
        }
        let last = try await request()
        #expect(await updates.next()?.id == last.id)
    }

    @Test func `a reader leaves the feed when its task is cancelled, and when nobody holds the sequence any more`() async throws {
        let activity = try await request()
        let reading = Task { for await _ in activity.contentUpdates {} }
        let settings = Task { for await _ in ActivityAuthorizationInfo(in: house.center).activityEnablementUpdates {} }
        let starts = Task { for await _ in Lap.activityUpdates(in: house.center) {} }
        while house.center.feed.count < 3 { await Task.yield() }
        for task in [reading, settings, starts] {
            task.cancel()
            await task.value
        }
        #expect(house.center.feed.count == 0)

        func look() async {
            var updates = activity.contentUpdates.makeAsyncIterator()
            _ = await updates.next()
            let unread = activity.pushTokenUpdates
            #expect(house.center.feed.count == 2)
            withExtendedLifetime(unread) {}
        }
        await look()
        #expect(house.center.feed.count == 0)
    }
}
