import Activities
import Answers
import Foundation
import HTTP
import Testing

@testable import Dashboard

/// The push log's page as state after a number: what a reader misses, it gets, and what it shows in the end a fresh page shows.
@Suite struct PushesViewTests {
    let shop: TestShop
    let view: PushesView

    init() throws {
        shop = try TestShop()
        view = PushesView(roots: shop.roots)
    }

    private func keep(_ count: Int, activity: String? = nil) throws {
        let receipt = PushReceipt(date: shop.clock.now, activityID: activity, size: 10, status: 200, apnsID: "id", outcome: "Updated.")
        _ = try shop.pushLog.keep(Array(repeating: receipt, count: count))
    }

    private func names(after number: UInt64?) throws -> [String] {
        try view.delivery(after: number.map { Cursor($0) }).events.map { event in
            switch event {
            case .put(let bytes): "put " + String(decoding: bytes.prefix { $0 != UInt8(ascii: "|") }, as: UTF8.self)
            case .remove(let id): "remove " + id
            case .reset(let ids): "reset \(ids.count)"
            case .alert: "alert"
            }
        }
    }

    @Test func `a reader at nowhere gets the whole page, one at the newest nothing`() throws {
        #expect(try names(after: nil) == ["reset 1", "put pushes-older"])
        try keep(2)
        #expect(try names(after: nil) == ["reset 3", "put push-2", "put push-1", "put pushes-older"])
        #expect(try names(after: 2) == [])
        #expect(try view.delivery(after: Cursor(2)).frame(epoch: "e") == nil)
    }

    @Test func `what is new is put, and as many fall off a full page`() throws {
        try keep(PushesView.limit)
        let known = UInt64(PushesView.limit)
        try keep(2)
        #expect(
            try names(after: known) == [
                "put push-\(known + 2)", "put push-\(known + 1)", "remove push-2", "remove push-1", "put pushes-older",
            ])
        #expect(try names(after: known + 1) == ["put push-\(known + 2)", "remove push-2", "put pushes-older"])
    }

    @Test func `a page behind is caught up with step by step, one more starts anew`() throws {
        try keep(PushesView.limit)
        try keep(PushesView.limit)
        let names = try names(after: UInt64(PushesView.limit))
        #expect(names.filter { $0.hasPrefix("put push-") }.count == PushesView.limit && !names.contains { $0.hasPrefix("reset") })
        #expect(names.filter { $0.hasPrefix("remove ") }.count == PushesView.limit)
        #expect(try self.names(after: UInt64(PushesView.limit) - 1).first == "reset \(PushesView.limit + 1)")
    }

    @Test func `a removal starts anew whoever read before it, and nobody else`() throws {
        try keep(2, activity: "a")
        try keep(1, activity: "b")
        shop.pushLog.remove(activity: "a")
        try keep(1)
        #expect(try names(after: 3) == ["reset 3", "put push-5", "put push-3", "put pushes-older"])
        #expect(try names(after: 4) == ["put push-5", "put pushes-older"])
    }

    @Test func `the link to older pushes begins below the last one shown`() throws {
        try keep(PushesView.limit)
        func link() throws -> String {
            guard case .put(let bytes)? = try view.delivery(after: nil).events.last else { return "" }
            return String(decoding: bytes, as: UTF8.self)
        }
        #expect(try link() == "pushes-older|~|\n")
        try keep(1)
        #expect(try link() == "pushes-older|~|/pushes?before=2\n")
    }

    @Test(arguments: 0..<60) func `a reader with cuts ends where a fresh reader begins`(seed: Int) throws {
        var chance = Chance(seed: UInt64(seed) &+ 3_000)
        var reader = Reader(view: view)
        for _ in 0..<80 {
            switch chance.below(12) {
            case 0: shop.pushLog.remove(activity: "a\(chance.below(5))")
            case 1: shop.pushLog.remove(oldest: chance.below(4))
            case 2: try keep(chance.below(70), activity: "a\(chance.below(5))")
            default: try keep(1 + chance.below(3), activity: "a\(chance.below(5))")
            }
            if chance.below(3) == 0 { try reader.read(cutBy: &chance) }
        }
        try reader.readAll()
        var fresh = Reader(view: view)
        try fresh.readAll()
        #expect(reader.page == fresh.page, "seed \(seed)")
        #expect(fresh.page.roots.count <= PushesView.limit + 1)
    }
}
