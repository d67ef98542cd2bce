import Activities
import Foundation
import HTTP
import Routing
import Testing

@testable import Dashboard

@Suite struct DeepLinkTests {
    /// As many running deliveries, the oldest by OLDEST, stale, the next by NEXT, the others by ANA; every third of them stale.
    private func shop(_ count: Int) throws -> TestShop {
        let now = StillClock().now
        let range: JSON = .array([.string(ISO8601.string(now)), .string(ISO8601.string(now + 3600))])
        return try TestShop(
            stored: (1...count).map { number in
                let driver = number == 1 ? "OLDEST" : number == 2 ? "NEXT" : "ANA"
                return ActivityRecord(
                    id: "a\(number)", kind: "pizza-delivery", attributes: .object(["numberOfPizzas": .integer(1), "totalAmount": .string("$1")]),
                    content: ActivityContent(state: .object(["driverName": .string(driver), "estimatedDeliveryTime": range])),
                    activityState: number % 3 == 1 ? .stale : .active, startDate: now, pushToken: "", startSequence: UInt64(number),
                    sequence: UInt64(number), controlsSequence: UInt64(number), updatedDate: now, timestampMark: 0)
            })
    }

    private func open(_ url: String, in shop: TestShop) throws -> Response? {
        let routes = DeepLinks(pages: Pages(site: shop.roots.site), roots: shop.roots).routes
        guard case .immediate(let open) = try #require(routes.first { $0.pattern == "/open" }).action else { return nil }
        let target = Target(path: "/open", query: Form([.init("url", url)]).encoded)
        return try open(Context(request: Request(method: .get, target: target), role: .operator))
    }

    @Test func `a driver is looked for in the newest deliveries only, and whoever does not find one is told so`() throws {
        let shop = try shop(DeepLinks.contacts + 1)
        #expect(try open("pizza://contact+NEXT", in: shop)?.fields["Location"] == "/activities/a2/contact")
        #expect(try open("pizza://contact+ANA", in: shop)?.fields["Location"] == "/activities/a\(DeepLinks.contacts + 1)/contact")
        let error = try #require(throws: PageError.self) { try open("pizza://contact+OLDEST", in: shop) }
        #expect(Failure(error).status == .notFound)
        #expect(Failure(error).sentence == "OLDEST has no running pizza delivery among the newest 1000, and older ones are not looked at.")
    }

    @Test func `where no more run than are looked at, all are`() throws {
        let shop = try shop(DeepLinks.contacts)
        #expect(try open("pizza://contact+OLDEST", in: shop)?.fields["Location"] == "/activities/a1/contact")
        let error = try #require(throws: PageError.self) { try open("pizza://contact+NOBODY", in: shop) }
        #expect(Failure(error).sentence == "NOBODY has no running pizza delivery.")
    }
}
