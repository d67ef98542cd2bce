import Foundation
import Kinds
import Testing

@testable import Activities

/// `Activity` as an ActivityKit developer knows it (activitykit.md, "Model").
@Suite struct TypedTests {
    let house: House
    init() throws { house = try House() }

    typealias Pizza = Activity<PizzaDeliveryAttributes>
    private let order = PizzaDeliveryAttributes(numberOfPizzas: 2, totalAmount: "$24")

    private func content(_ driver: String, staleDate: Date? = nil, relevanceScore: Double = 0) -> ActivityContent<Pizza.ContentState> {
        ActivityContent(
            state: .init(driverName: driver, estimatedDeliveryTime: House.noon...House.noon.addingTimeInterval(900)), staleDate: staleDate,
            relevanceScore: relevanceScore)
    }

    private func request(_ driver: String = "Ann") async throws -> Pizza {
        try await Pizza.request(attributes: order, content: content(driver), in: house.center)
    }

    @Test func `what is requested is what is there, by handle, by id and among all`() async throws {
        let asked = content("Ann", staleDate: House.noon.addingTimeInterval(60), relevanceScore: 2)
        let activity = try await Pizza.request(attributes: order, content: asked, pushType: .token, in: house.center)
        let record = try #require(house.center.board.activity(activity.id))
        #expect(activity.attributes == order && activity.content == asked && activity.activityState == .active)
        #expect(activity.pushToken?.map { String($0 >> 4, radix: 16) + String($0 & 15, radix: 16) }.joined() == record.pushToken)
        #expect(try Pizza.activity(id: activity.id, in: house.center)?.content == asked)
        let second = try await request()
        #expect(Pizza.activities(in: house.center).map(\.id) == [activity.id, second.id])
        try await second.end(nil, dismissalPolicy: .immediate)
        #expect(Pizza.activities(in: house.center).map(\.id) == [activity.id])
        #expect(try Pizza.activity(id: second.id, in: house.center)?.activityState == .dismissed)
        #expect(try Activity<PlainAttributes>.activity(id: activity.id, in: house.center) == nil)
    }

    @Test func `a scheduled one is pending, and active at its date`() async throws {
        let start = House.noon.addingTimeInterval(600)
        let activity = try await Pizza.request(
            attributes: order, content: content("Ann"), alertConfiguration: AlertConfiguration(title: "Soon", body: ""), startDate: start,
            in: house.center)
        #expect(activity.activityState == .pending)
        try await house.pass(to: 600)
        #expect(activity.activityState == .active)
    }

    @Test func `an update replaces all of the content; a stale date that it leaves out is none`() async throws {
        let activity = try await Pizza.request(
            attributes: order, content: content("Ann", staleDate: House.noon.addingTimeInterval(60), relevanceScore: 1), in: house.center)
        #expect(try await activity.update(content("Bob")).changed)
        #expect(activity.content == content("Bob"))
        #expect(try await activity.update(content("Bob")).changed == false)
        #expect(try await activity.update(content("Bob"), alertConfiguration: AlertConfiguration(title: "Hey", body: "")).changed)
        #expect(house.center.board.activity(activity.id)?.alert?.alert.title == "Hey")
    }

    @Test func `a timestamp counts in whole seconds, and one that is no number is ignored`() async throws {
        let activity = try await request()
        let at = House.noon.addingTimeInterval
        #expect(try await activity.update(content("A"), timestamp: at(5.9)).changed)
        #expect(try await activity.update(content("B"), alertConfiguration: nil, timestamp: at(5)).changed)
        #expect(try await activity.update(content("C"), timestamp: at(4.9)).changed == false)
        for strange in [Double.nan, .infinity, -.infinity, 1e300] {
            #expect(try await activity.update(content("D"), timestamp: Date(timeIntervalSince1970: strange)).changed == false)
        }
        #expect(try await activity.end(nil, timestamp: at(4)).changed == false)
        #expect(try await activity.end(content("E"), dismissalPolicy: .default, timestamp: at(5)).changed)
        #expect(activity.activityState == .ended && activity.content == content("E"))
    }

    @Test func `a number that has no JSON is refused at every way in`() async throws {
        let activity = try await Activity.request(attributes: Reading(), content: ActivityContent(state: .init(value: 1)), in: readings)
        let strange = ActivityContent(state: Reading.ContentState(value: .nan))
        await #expect(throws: ActivityError.self) { try await activity.update(strange) }
        await #expect(throws: ActivityError.self) { try await activity.end(strange) }
        await #expect(throws: ActivityError.self) { try await Activity.request(attributes: Reading(), content: strange, in: readings) }
    }

    @Test func `what is over or forgotten keeps its last content, and a store that does not answer changes nothing`() async throws {
        let activity = try await request()
        try await activity.update(content("Bob"))
        #expect(activity.content == content("Bob"))
        _ = try await house.center.perform(.delete(id: activity.id))
        #expect(activity.content == content("Bob") && activity.activityState == .dismissed)
        await #expect { try await activity.update(content("Cid")) } throws: { error in
            if case ActivityError.unknownActivity = error { true } else { false }
        }
    }

    @Test func `kinds are found by the type of their attributes, push-to-start tokens with them`() async throws {
        #expect(house.center.kinds[attributes: PizzaDeliveryAttributes.self]?.kind == "pizza-delivery")
        #expect(house.center.kinds[attributes: Reading.self] == nil)
        let token = try #require(house.center.pushToStartTokens["pizza-delivery"])
        #expect(Pizza.pushToStartToken(in: house.center) == Data(hex: token))
        var tokens: [Data] = []
        for await token in Pizza.pushToStartTokenUpdates(in: house.center) { tokens.append(token) }
        #expect(tokens.map(\.count) == [32])
        #expect(Activity<Reading>.pushToStartToken(in: house.center) == nil)
        #expect(Activity<Reading>.activities(in: house.center).isEmpty)
    }

    @Test(arguments: ["", "0", "0g", "0G", "AB"]) func `what is no pairs of lower-case hex digits is no token`(text: String) {
        #expect(Data(hex: text) == (text.isEmpty ? Data() : nil))
        #expect(Data(hex: "00ff1a") == Data([0, 255, 26]))
    }

    @Test func `whether activities are enabled is told, now and at each change`() async throws {
        let info = ActivityAuthorizationInfo(in: house.center)
        var updates = info.activityEnablementUpdates.makeAsyncIterator()
        #expect(await updates.next() == true && info.areActivitiesEnabled)
        _ = try await house.center.perform(.changeSettings(SettingsChange(timerColor: "#000000")))
        _ = try await house.center.perform(.changeSettings(SettingsChange(activitiesEnabled: false)))
        #expect(await updates.next() == false && !info.areActivitiesEnabled)
    }

    private var readings: ActivityCenter {
        get throws { try ActivityCenter(journal: MemoryJournal(), kinds: KindRegistry([Readings.self]), clock: ManualClock(House.noon)) }
    }
}

struct Reading: ActivityAttributes {
    struct ContentState: Codable, Sendable, Hashable { var value: Double }
}

enum Readings: ActivityKind {
    static let kind = "reading"
    static let attributesType = "Reading"
    static let title = "Reading"
    static let summary = "A number."
    static let fields: [Field] = []
    static let keepAlive: String? = nil
    static func problems(attributes: Reading, state: Reading.ContentState) -> [FieldError] { [] }
    static func flips(attributes: Reading, state: Reading.ContentState) -> [ActivityRecord.Flip: Date] { [:] }
    static func upperBound(attributes: Reading, state: Reading.ContentState) -> Date? { nil }
    static func presentation(_ activity: Snapshot<Reading>, clock: WallClock) -> Reading.ContentState { activity.state }
    static func samples(now: Date) -> [Sample<Reading>] { [] }
}
