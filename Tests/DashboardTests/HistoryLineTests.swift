import Activities
import Testing

@testable import Dashboard

@Suite struct HistoryLineTests {
    @Test("a history ends with what its card shows: what is committed but not yet visible is no part of it")
    func nothingAhead() async throws {
        let shop = try TestShop()
        let fields: [String: FieldValue] = ["driverName": .text("ANA"), "estimatedDeliveryTime": .minutesFromNow(20)]
        await shop.perform(.request(StartRequest(kind: "pizza-delivery", payload: .fields(fields))))
        let record = try #require(shop.center.board.activity(shop.ids[0]))
        var ahead = record
        ahead.sequence += 1
        try shop.journal.append([Change(sequence: ahead.sequence, event: .update, date: shop.clock.now, activity: ahead)])
        #expect(try HistoryLine.all(of: record, site: shop.roots.site).map(\.label) == ["Started"])
        #expect(try HistoryLine.all(of: ahead, site: shop.roots.site).map(\.label) == ["Started", "Updated"])
    }
}
