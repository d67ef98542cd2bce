import Activities
import Foundation

/// What an order is; it does not change on its way.
public struct PizzaDeliveryAttributes: ActivityAttributes {
    public var numberOfPizzas: Int
    /// As it is shown, with its currency.
    public var totalAmount: String

    public init(numberOfPizzas: Int, totalAmount: String) {
        self.numberOfPizzas = numberOfPizzas
        self.totalAmount = totalAmount
    }

    public struct ContentState: Codable, Sendable, Hashable {
        public var driverName: String
        public var estimatedDeliveryTime: ClosedRange<Date>
        public var driverPhone: String?
        /// An asset's name under Public/ or an https URL.
        public var driverImage: String?

        public init(
            driverName: String, estimatedDeliveryTime: ClosedRange<Date>, driverPhone: String? = nil, driverImage: String? = nil
        ) {
            self.driverName = driverName
            self.estimatedDeliveryTime = estimatedDeliveryTime
            self.driverPhone = driverPhone
            self.driverImage = driverImage
        }
    }
}

/// A pizza on its way (product.md, "Pizza delivery").
public enum PizzaDelivery: ActivityKind {
    public static let kind = "pizza-delivery"
    public static let attributesType = "PizzaDeliveryAttributes"
    public static let title = "Pizza delivery"
    public static let summary = "An order on its way: who brings it, when it arrives, and a journey that fills until it is there."
    public static let keepAlive: String? = "worker"

    public static let fields = [
        Field("numberOfPizzas", label: "Number of pizzas", .attribute, .integer(1...Int(Int32.max)), preset: "1"),
        Field("totalAmount", label: "Total amount", .attribute, .text(maximum: 100), preset: "$99"),
        Field("driverName", label: "Driver", .state, .text(maximum: 500), preset: "TIM 👨🏻‍🍳"),
        Field("estimatedDeliveryTime", label: "Delivery time", .state, .dateRange, preset: "15"),
        Field("driverPhone", label: "Driver's telephone", .state, .telephone, isOptional: true),
        Field("driverImage", label: "Driver's picture", .state, .image, isOptional: true),
    ]

    public static func problems(attributes: PizzaDeliveryAttributes, state: PizzaDeliveryAttributes.ContentState) -> [FieldError] { [] }

    public static func flips(
        attributes: PizzaDeliveryAttributes, state: PizzaDeliveryAttributes.ContentState
    ) -> [ActivityRecord.Flip: Date] {
        [.midpoint: midpoint(of: state.estimatedDeliveryTime), .end: state.estimatedDeliveryTime.upperBound]
    }

    public static func upperBound(attributes: PizzaDeliveryAttributes, state: PizzaDeliveryAttributes.ContentState) -> Date? {
        state.estimatedDeliveryTime.upperBound
    }

    public static func journey(attributes: PizzaDeliveryAttributes, state: PizzaDeliveryAttributes.ContentState) -> ClosedRange<Date>? {
        state.estimatedDeliveryTime
    }

    public static func label(of flip: ActivityRecord.Flip) -> String { flip == .end ? "Delivered" : "Halfway" }

    public static let scheme: String? = "pizza"

    /// `contact+<driver>` and `cancelOrder`. A plus that stood bare in a query has come here as a space.
    public static func deepLink(_ rest: String) -> DeepLink? {
        if rest == "cancelOrder" { return .endAll }
        guard ["contact+", "contact "].contains(where: rest.hasPrefix), let name = String(rest.dropFirst(8)).removingPercentEncoding,
            !name.isEmpty
        else { return nil }
        return .contact(name: name)
    }

    public static func contact(_ activity: Snapshot<PizzaDeliveryAttributes>) -> Contact? {
        let state = activity.state
        return Contact(name: state.driverName, initials: initials(of: state.driverName), phone: state.driverPhone)
    }

    private static func midpoint(of range: ClosedRange<Date>) -> Date {
        range.lowerBound.addingTimeInterval(range.upperBound.timeIntervalSince(range.lowerBound) / 2)
    }

    /// What the templates see.
    public struct Presentation: Codable, Sendable {
        public let driverName: String
        /// Up to two characters, as people see characters.
        public let driverInitials: String
        /// Absolute: a card stands on pages below `/activities/` too, from where an asset's bare name would lead astray.
        public let driverImage: String?
        public let driverPhone: String?
        public let numberOfPizzas: Int
        /// "2 Pizzas", "1 Pizza".
        public let pizzas: String
        public let totalAmount: String
        public let start: Moment
        public let midpoint: Moment
        public let end: Moment
        /// The length of the range.
        public let seconds: Double
        /// The same as the count down begins: "15:00".
        public let duration: String
        public let isPastMidpoint: Bool
        public let isDelivered: Bool
        /// Ended or dismissed.
        public let isOver: Bool
        /// How far the bar stood when it ended, 0 to 1.
        public let endedFraction: Double?
        /// The digits then.
        public let endedCountdown: String?
        /// What the digits begin with, or stand at in the end, is a hundred hours or more: `journey` has columns for 99:59:59.
        public let hasLongCountdown: Bool
        public let backgroundTint: String
        public let actionColor: String
        public let keylineTint: String
        public let link: String
        public let contactLink: String?
    }

    public static func presentation(_ activity: Snapshot<PizzaDeliveryAttributes>, clock: WallClock) -> Presentation {
        let record = activity.record
        let range = activity.state.estimatedDeliveryTime
        let count = activity.attributes.numberOfPizzas
        let isOver = !record.activityState.isRunning && record.activityState != .pending
        let ended = isOver ? record.endDate : nil
        let link = "/activities/\(record.id)"
        return Presentation(
            driverName: activity.state.driverName, driverInitials: initials(of: activity.state.driverName),
            driverImage: activity.state.driverImage.map(source(ofImage:)), driverPhone: activity.state.driverPhone, numberOfPizzas: count,
            pizzas: count == 1 ? "1 Pizza" : "\(count) Pizzas", totalAmount: activity.attributes.totalAmount,
            start: Moment(range.lowerBound, clock: clock), midpoint: Moment(midpoint(of: range), clock: clock),
            end: Moment(range.upperBound, clock: clock), seconds: range.upperBound.timeIntervalSince(range.lowerBound),
            duration: TimeText.duration(range), isPastMidpoint: record.flips.contains(.midpoint), isDelivered: record.isDelivered,
            isOver: isOver, endedFraction: ended.map { fraction(of: range, at: $0) },
            endedCountdown: ended.map { TimeText.down(range, at: $0) },
            hasLongCountdown: isLong(range, from: ended ?? range.lowerBound),
            backgroundTint: "#1c1c1e", actionColor: "#30d158", keylineTint: "#0a84ff", link: link,
            contactLink: activity.state.driverPhone.map { _ in "\(link)/contact" })
    }

    /// Of the first two words that begin with a letter or digit; of a single one its first two characters ("TIM 👨🏻‍🍳" is "TI").
    static func initials(of name: String) -> String {
        let words = name.split(whereSeparator: \.isWhitespace).filter { $0.first.map { $0.isLetter || $0.isNumber } ?? false }
        guard let first = words.first else { return String(name.filter { !$0.isWhitespace }.prefix(1)) }
        guard words.count > 1 else { return String(first.prefix(2)).uppercased() }
        return words.prefix(2).map { $0.prefix(1) }.joined().uppercased()
    }

    /// An https URL as it is (a scheme's case means nothing: RFC 3986, 3.1), an asset's name from the root.
    static func source(ofImage image: String) -> String {
        image.lowercased().hasPrefix("https://") ? image : "/" + image
    }

    /// Rounded up as `TimeText.down` rounds: a millisecond above 99:59:59 is 100:00:00.
    private static func isLong(_ range: ClosedRange<Date>, from now: Date) -> Bool {
        range.upperBound.milliseconds - max(now, range.lowerBound).milliseconds > 359_999_000
    }

    private static func fraction(of range: ClosedRange<Date>, at date: Date) -> Double {
        let length = range.upperBound.timeIntervalSince(range.lowerBound)
        guard length > 0 else { return date < range.lowerBound ? 0 : 1 }
        return min(max(date.timeIntervalSince(range.lowerBound) / length, 0), 1)
    }

    public static func samples(now: Date) -> [Sample<PizzaDeliveryAttributes>] {
        [
            sample("Just started", now, from: 0, to: 15),
            sample("Running", now, from: -5, to: 10),
            sample("Past the midpoint", now, from: -9, to: 6, flips: [.midpoint]),
            sample("Nearly there", now, from: -14.5, to: 0.5, flips: [.midpoint]),
            sample("Delivered", now, from: -15, to: 0, flips: [.midpoint, .end]),
            sample("Stale", now, from: -5, to: 10, activityState: .stale),
            sample("Ended", now, from: -9, to: 6, activityState: .ended, flips: [.midpoint]),
            sample("Two pizzas", now, pizzas: 2, amount: "1000", driver: "Tim", from: -2, to: 28),
            sample("Long names", now, pizzas: 1_000_000, amount: "CHF 1,234,567,890.00", driver: longName, from: -30, to: 2190),
            sample(
                "Right to left", now, pizzas: 3, amount: "₪ 120", driver: "محمد بن عبد الله 🏳️‍🌈", from: -3, to: 12, phone: "+972 2 555 0100"),
        ]
    }

    /// Without a break, so that a card must cut it somewhere.
    private static let longName = "Wolfeschlegelsteinhausenbergerdorff-Hubert-Blaine-von-und-zu-der-Pizzeria"

    private static func sample(
        _ name: String, _ now: Date, pizzas: Int = 1, amount: String = "$99", driver: String = "TIM 👨🏻‍🍳", from: Double, to: Double,
        phone: String? = nil, activityState: ActivityState = .active, flips: Set<ActivityRecord.Flip> = []
    ) -> Sample<PizzaDeliveryAttributes> {
        let range = now.addingTimeInterval(from * 60)...now.addingTimeInterval(to * 60)
        return Sample(
            name, attributes: PizzaDeliveryAttributes(numberOfPizzas: pizzas, totalAmount: amount),
            state: PizzaDeliveryAttributes.ContentState(driverName: driver, estimatedDeliveryTime: range, driverPhone: phone),
            activityState: activityState, flips: flips)
    }
}
