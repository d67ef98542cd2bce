import Activities
import Foundation
import Testing

@testable import Kinds

/// product.md, "Pizza delivery".
@Suite struct PizzaDeliveryTests {
    private let now = Date(milliseconds: 1_769_882_400_000)
    private let kind = AnyKind(PizzaDelivery.self)
    private let clock = WallClock(timeZone: TimeZone(secondsFromGMT: 0) ?? .current)

    private func sample(_ name: String) throws -> PizzaDelivery.Presentation {
        let record = try #require(try kind.samples(now: now).first { $0.name == name }?.record)
        return try #require(try kind.presentation(of: record, clock: clock) as? PizzaDelivery.Presentation)
    }

    @Test func `a start form begins with the guide's values`() {
        let presets = Dictionary(uniqueKeysWithValues: PizzaDelivery.fields.map { ($0.name, $0.preset) })
        #expect(presets["numberOfPizzas"] == "1")
        #expect(presets["totalAmount"] == "$99")
        #expect(presets["driverName"] == "TIM 👨🏻‍🍳")
        #expect(presets["estimatedDeliveryTime"] == "15")
    }

    @Test func `a delivery flips at its middle and at its end`() {
        let state = PizzaDeliveryAttributes.ContentState(driverName: "T", estimatedDeliveryTime: now...now.addingTimeInterval(900))
        let attributes = PizzaDeliveryAttributes(numberOfPizzas: 1, totalAmount: "$99")
        #expect(
            PizzaDelivery.flips(attributes: attributes, state: state) == [
                .midpoint: now.addingTimeInterval(450), .end: now.addingTimeInterval(900),
            ])
        #expect(PizzaDelivery.upperBound(attributes: attributes, state: state) == now.addingTimeInterval(900))
    }

    @Test func `a presentation just started counts from the full duration`() throws {
        let started = try sample("Just started")
        #expect(started.duration == "15:00" && started.seconds == 900)
        #expect(started.pizzas == "1 Pizza" && started.totalAmount == "$99")
        #expect(started.start.clock == "18:00" && started.end.clock == "18:15")
        #expect(started.midpoint.unix - started.start.unix == 450_000)
        #expect(!started.isPastMidpoint && !started.isDelivered && !started.isOver)
        #expect(started.endedFraction == nil && started.contactLink == nil)
        #expect(started.link == "/activities/sample-pizza-delivery-1")
    }

    @Test func `two pizzas are two, and flips come from the record`() throws {
        #expect(try sample("Two pizzas").pizzas == "2 Pizzas")
        #expect(try sample("Past the midpoint").isPastMidpoint)
        let delivered = try sample("Delivered")
        #expect(delivered.isPastMidpoint && delivered.isDelivered && !delivered.isOver)
    }

    @Test func `an ended one stands where it ended`() throws {
        let ended = try sample("Ended")
        #expect(ended.isOver)
        #expect(ended.endedFraction == 0.6)
        #expect(ended.endedCountdown == "6:00")
    }

    @Test func `a telephone offers the contact page`() throws {
        let sample = try sample("Right to left")
        #expect(sample.contactLink == sample.link + "/contact")
    }

    @Test(arguments: [
        ("TIM 👨🏻‍🍳", "TI"), ("Tim", "TI"), ("John Smith", "JS"), ("anna maria lopez", "AM"), ("Å", "Å"), ("👨🏻‍🍳", "👨🏻‍🍳"), ("محمد علي", "مع"),
        ("", ""),
    ])
    func `initials are up to two characters as people see them`(name: String, initials: String) {
        #expect(PizzaDelivery.initials(of: name) == initials)
    }

    /// Ended after `ended` milliseconds; nil: it runs.
    private func delivery(image: String? = nil, lasting milliseconds: Int64 = 900_000, ended: Int64? = nil) throws
        -> PizzaDelivery.Presentation
    {
        let name = ended == nil ? "Just started" : "Ended"
        var record = try #require(try kind.samples(now: now).first { $0.name == name }?.record)
        record.endDate = ended.map { Date(milliseconds: now.milliseconds + $0) }
        let range = now...Date(milliseconds: now.milliseconds + milliseconds)
        let state = PizzaDeliveryAttributes.ContentState(driverName: "Tim", estimatedDeliveryTime: range, driverImage: image)
        let attributes = PizzaDeliveryAttributes(numberOfPizzas: 1, totalAmount: "$99")
        return PizzaDelivery.presentation(Snapshot(record: record, attributes: attributes, state: state), clock: clock)
    }

    @Test(arguments: [
        ("tim.png", "/tim.png"), ("icons/tim.png", "/icons/tim.png"), ("https.png", "/https.png"), ("https/tim.png", "/https/tim.png"),
        ("https://example.com/a.png?x=1", "https://example.com/a.png?x=1"), ("HTTPS://example.com/a.png", "HTTPS://example.com/a.png"),
    ])
    func `a picture is found from every page: an asset's name from the root, an https URL as it is`(image: String, source: String) throws {
        #expect(try delivery(image: image).driverImage == source)
    }

    @Test func `without a picture there is none`() throws { #expect(try delivery().driverImage == nil) }

    @Test(
        arguments: [(359_998_001, false), (359_999_000, false), (359_999_001, true), (360_000_000, true), (3_600_000_000, true)]
            as [(Int64, Bool)])
    func `a countdown is long from a hundred hours on, as its digits round`(milliseconds: Int64, isLong: Bool) throws {
        let delivery = try delivery(lasting: milliseconds)
        #expect(delivery.hasLongCountdown == isLong)
        #expect((delivery.duration.count > "99:59:59".count) == isLong)
    }

    @Test func `one that ended is long by what was left then`() throws {
        #expect(try delivery(lasting: 720_000_000, ended: 360_000_000).hasLongCountdown)
        let short = try delivery(lasting: 720_000_000, ended: 360_001_000)
        #expect(!short.hasLongCountdown && short.endedCountdown == "99:59:59")
    }

    @Test func `colours are numbers that may stand in a style`() throws {
        let started = try sample("Just started")
        for color in [started.backgroundTint, started.actionColor, started.keylineTint] {
            #expect(color.count == 7 && color.first == "#" && color.dropFirst().allSatisfy(\.isHexDigit))
        }
    }

    @Test func `every sample is one that a start would accept`() throws {
        let samples = try kind.samples(now: now)
        #expect(samples.count >= 10)
        #expect(Set(samples.map(\.record.id)).count == samples.count)
        for sample in samples { _ = try kind.presentation(of: sample.record, clock: clock) }
    }
}
