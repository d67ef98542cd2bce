import Activities
import Foundation
import Testing

@Suite struct PushedRoundTripTests {
    @Test("content that is written as a push carries it is read back as it was, dates of every format among it")
    func roundTrip() throws {
        let now = Date(timeIntervalSince1970: 1_800_000_000.25)
        let kind = AnyKind(EveryFormat.self)
        let record = try #require(try kind.samples(now: now).first?.record)
        let pushed = kind.pushed(record.content.state)
        #expect(pushed["alone"] == .number(now.timeIntervalSinceReferenceDate))
        #expect(try kind.contentState(pushed: pushed, root: "content-state", now: now).json == record.content.state)
        let attributes = kind.pushed(record.attributes)
        #expect(try kind.attributes(pushed: attributes, root: "attributes", now: now).json == record.attributes)
    }
}
