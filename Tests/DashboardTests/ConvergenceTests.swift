import Activities
import Answers
import Foundation
import HTTP
import Testing

@testable import Dashboard

/// Law 5 at the source: whatever a reader misses, what it holds in the end is what a fresh page holds.
@Suite struct ConvergenceTests {
    @Test(arguments: 0..<60) func `a reader with cuts ends where a fresh reader begins`(seed: Int) async throws {
        var chance = Chance(seed: UInt64(seed))
        let shop = try TestShop()
        let views: [any LiveView] = [
            DashboardView(filter: BoardFilter(), isOperator: true, roots: shop.roots),
            DashboardView(filter: BoardFilter(), isOperator: false, roots: shop.roots),
            DashboardView(filter: BoardFilter(query: "ana"), isOperator: true, roots: shop.roots),
            DashboardView(filter: BoardFilter(state: .ended), isOperator: true, roots: shop.roots),
        ]
        var readers = views.map { Reader(view: $0) }
        for _ in 0..<120 {
            await shop.perform(chance.command(among: shop.ids))
            if chance.below(4) == 0 { shop.clock.advance(by: Double(chance.below(900))) }
            for index in readers.indices where chance.below(3) == 0 { try readers[index].read(cutBy: &chance) }
        }
        for index in readers.indices {
            try readers[index].readAll()
            var fresh = Reader(view: views[index])
            try fresh.readAll()
            #expect(readers[index].page == fresh.page, "seed \(seed), view \(index)")
        }
    }

    @Test(arguments: 0..<20) func `more cards than a page holds do not break it`(seed: Int) async throws {
        var chance = Chance(seed: UInt64(seed) &+ 1_000)
        let shop = try TestShop()
        for _ in 0..<DashboardView.limit + 3 { await shop.perform(chance.start()) }
        let view = DashboardView(filter: BoardFilter(), isOperator: true, roots: shop.roots)
        var reader = Reader(view: view)
        for _ in 0..<60 {
            await shop.perform(chance.command(among: shop.ids))
            if chance.below(2) == 0 { try reader.read(cutBy: &chance) }
        }
        try reader.readAll()
        var fresh = Reader(view: view)
        try fresh.readAll()
        #expect(reader.page == fresh.page, "seed \(seed)")
    }

    @Test(arguments: 0..<30) func `one stream serves a dashboard and a tab of one activity alike`(seed: Int) async throws {
        var chance = Chance(seed: UInt64(seed) &+ 2_000)
        let shop = try TestShop()
        for _ in 0..<(seed % 2 == 0 ? 3 : DashboardView.limit + 3) { await shop.perform(chance.start()) }
        let watched = [shop.ids[0], shop.ids[2]]
        let filter = seed % 3 == 0 ? BoardFilter(query: "ana") : BoardFilter()
        let dashboard = DashboardView(filter: filter, isOperator: true, roots: shop.roots)
        let activities = ActivitiesView(ids: watched, isOperator: true, roots: shop.roots)
        var tabs = Reader(view: SharedView(dashboard: dashboard, activities: activities))
        for _ in 0..<60 {
            await shop.perform(chance.command(among: shop.ids))
            if chance.below(3) == 0 { try tabs.read(cutBy: &chance) }
        }
        try tabs.readAll()
        var fresh = Reader(view: dashboard)
        try fresh.readAll()
        // A dashboard drops what has no place in it.
        let onDashboard = tabs.page.roots.filter { root in !["embed-", "standby-", "history-"].contains { root.id.hasPrefix($0) } }
        #expect(onDashboard == fresh.page.roots, "seed \(seed)")
        var alone = Reader(view: activities)
        try alone.readAll()
        for root in alone.page.roots { #expect(tabs.page.newest[root.id] == root.text, "seed \(seed), \(root.id)") }
    }

    @Test(arguments: ["pizza-delivery", "a-kind-that-has-gone"])
    func `an activity that this version cannot read does not take the others with it`(kind: String) async throws {
        let now = StillClock().now
        let old = ActivityRecord(
            id: "old", kind: kind, attributes: .object(["a": .integer(1)]), content: ActivityContent(state: .object([:])), activityState: .active,
            startDate: now, pushToken: "", startSequence: 1, sequence: 1, controlsSequence: 1, updatedDate: now, timestampMark: 0)
        let shop = try TestShop(stored: [old])
        var chance = Chance(seed: 11)
        await shop.perform(chance.start())
        var reader = Reader(view: DashboardView(filter: BoardFilter(), isOperator: true, roots: shop.roots))
        try reader.readAll()
        let cards = reader.page.roots.filter { $0.id.hasPrefix("lock-screen-") }
        #expect(cards.count == 2)
        #expect(cards.first?.text == "unreadable")
    }

    @Test(arguments: [true, false]) func `cards go on where a history cannot be read`(hasHistory: Bool) async throws {
        let shop = try TestShop(hasHistory: hasHistory)
        var chance = Chance(seed: 12)
        await shop.perform(chance.start())
        let id = try #require(shop.ids.first)
        var reader = Reader(view: ActivitiesView(ids: [id], isOperator: false, roots: shop.roots))
        try reader.readAll()
        await shop.perform(.update(id: id, ContentUpdate(state: .merge(["driverName": .text("JOHN")]))))
        try reader.readAll()
        #expect(reader.page.newest["lock-screen-\(id)"]?.contains("JOHN") == true)
        #expect(reader.page.newest["history-\(id)"]?.contains("Updated") ?? false == hasHistory)
    }

    @Test func `an alert reaches a reader who skipped the update that rang`() async throws {
        let shop = try TestShop()
        var chance = Chance(seed: 7)
        await shop.perform(chance.start())
        let id = try #require(shop.ids.first)
        var reader = Reader(view: ActivitiesView(ids: [id], isOperator: false, roots: shop.roots))
        try reader.readAll()
        let alert = AlertConfiguration(title: "Near", body: "Two streets away")
        await shop.perform(.update(id: id, ContentUpdate(state: .merge(["driverName": .text("ANA")]), alert: alert)))
        await shop.perform(.update(id: id, ContentUpdate(state: .merge(["driverName": .text("JO")]))))
        try reader.readAll()
        #expect(reader.page.alerts.count == 1)
        try reader.readAll()
        #expect(reader.page.alerts.count == 1, "it rings once")
    }

    @Test func `alerts of one frame are told in the order in which they rang, also where the whole page is sent`() async throws {
        let shop = try TestShop()
        var chance = Chance(seed: 8)
        for _ in 0..<DashboardView.limit + 1 { await shop.perform(chance.start()) }
        let view = DashboardView(filter: BoardFilter(), isOperator: true, roots: shop.roots)
        let tabs = SharedView(dashboard: view, activities: ActivitiesView(ids: [shop.ids[0]], isOperator: true, roots: shop.roots))
        var readers = [Reader(view: view), Reader(view: tabs)]
        for index in readers.indices { try readers[index].readAll() }
        // The oldest has no place on the page any more, and rings all the same.
        for id in [shop.ids[9], shop.ids[0], shop.ids[5]] {
            let alert = AlertConfiguration(title: String(id.prefix(4)), body: "")
            await shop.perform(.update(id: id, ContentUpdate(state: .merge(["driverName": .text("NEW")]), alert: alert)))
        }
        for membershipMoves in [false, true] {
            if membershipMoves { await shop.perform(chance.start()) }
            for index in readers.indices {
                var reader = readers[index]
                try reader.readAll()
                #expect(reader.page.alerts.map { String($0.prefix(4)) } == [9, 0, 5].map { String(shop.ids[$0].prefix(4)) })
            }
        }
    }

    @Test func `a reader of a dismissed activity gets its last card, then the end`() async throws {
        let shop = try TestShop()
        var chance = Chance(seed: 9)
        await shop.perform(chance.start())
        let id = try #require(shop.ids.first)
        let view = ActivitiesView(ids: [id], isOperator: false, roots: shop.roots)
        let seen = Cursor(shop.center.board.revision)
        await shop.perform(.end(id: id, EndRequest(policy: .immediate)))
        let delivery = try view.delivery(after: seen)
        #expect(delivery.events.count == 1)
        #expect(delivery.isLast)
    }
}

/// A browser with one stream: it has a page, and the cursor of the last event that it saw whole.
struct Reader {
    let view: any LiveView
    var page = PageModel()

    private var cursor: Cursor? {
        page.lastEventID.flatMap(Position.init).map { Cursor($0.sequence) }
    }

    init(view: any LiveView) { self.view = view }

    mutating func readAll() throws {
        while let frame = try view.delivery(after: cursor).frame(epoch: "test") {
            page.receive(frame.payload)
            if frame.isLast { return }
        }
    }

    /// Part of the frame arrives, or all of it.
    mutating func read(cutBy chance: inout Chance) throws {
        guard let frame = try view.delivery(after: cursor).frame(epoch: "test") else { return }
        let length = chance.below(2) == 0 ? frame.payload.count : chance.below(frame.payload.count + 1)
        page.receive(Array(frame.payload.prefix(length)))
    }
}
