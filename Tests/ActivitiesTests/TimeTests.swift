import Activities
import Foundation
import Testing

@Suite struct TimeTests {
    private let start = House.noon
    private func range(_ seconds: Double) -> ClosedRange<Date> { start...start.addingTimeInterval(seconds) }

    @Test(
        arguments: [
            (900, "15:00"), (272, "4:32"), (30, "0:30"), (0, "0:00"), (599, "9:59"), (600, "10:00"), (3599, "59:59"), (3600, "1:00:00"),
            (133_141, "36:59:01"), (-5, "0:00"),
        ] as [(Int, String)])
    func `digits are written as on a phone`(seconds: Int, text: String) { #expect(TimeText.digits(seconds: seconds) == text) }

    @Test func `a count down rounds up, stops at zero and shows the full duration before its range`() {
        #expect(TimeText.down(range(900), at: start) == "15:00")
        #expect(TimeText.down(range(900), at: start.addingTimeInterval(0.001)) == "15:00")
        #expect(TimeText.down(range(900), at: start.addingTimeInterval(1)) == "14:59")
        #expect(TimeText.down(range(900), at: start.addingTimeInterval(899.999)) == "0:01")
        #expect(TimeText.down(range(900), at: start.addingTimeInterval(900)) == "0:00")
        #expect(TimeText.down(range(900), at: start.addingTimeInterval(9000)) == "0:00")
        #expect(TimeText.down(range(900), at: start.addingTimeInterval(-60)) == "15:00")
        #expect(TimeText.duration(range(3600)) == "1:00:00")
    }

    @Test func `a count up rounds down and stays at the total`() {
        #expect(TimeText.up(range(90), at: start.addingTimeInterval(-1)) == "0:00")
        #expect(TimeText.up(range(90), at: start.addingTimeInterval(0.999)) == "0:00")
        #expect(TimeText.up(range(90), at: start.addingTimeInterval(61)) == "1:01")
        #expect(TimeText.up(range(90), at: start.addingTimeInterval(500)) == "1:30")
    }

    @Test(
        arguments: [
            ("2026-01-31T18:00:00Z", 1_769_882_400_000), ("2026-01-31T18:00:00.250Z", 1_769_882_400_250),
            ("2026-01-31T18:00Z", 1_769_882_400_000),
            ("2026-01-31T20:00:00+02:00", 1_769_882_400_000), ("2026-01-31T12:30:00-0530", 1_769_882_400_000),
            ("2026-01-31T20:00:00.1+02", 1_769_882_400_100),
            ("2024-02-29T00:00:00Z", 1_709_164_800_000), ("1969-12-31T23:59:59.999Z", -1), ("0000-01-01T00:00:00Z", -62_167_219_200_000),
            ("2026-01-31T18:00:00.123456789Z", 1_769_882_400_123),
        ] as [(String, Int64)])
    func `ISO 8601 is read with and without fraction and offset`(text: String, unix: Int64) {
        #expect(ISO8601.date(text) == Date(milliseconds: unix))
    }

    @Test(arguments: [
        "2026-02-30T00:00:00Z", "2025-02-29T00:00:00Z", "1900-02-29T00:00:00Z", "2026-13-01T00:00:00Z", "2026-01-31T24:00:00Z",
        "2026-01-31T18:60:00Z", "2026-01-31T18:00:60Z", "2026-01-31T18:00:00", "2026-01-31", "2026-01-31T18:00:00.Z",
        "2026-01-31T18:00:00ZZ",
        "1769882400", "", "2026-1-31T18:00:00Z", "２026-01-31T18:00:00Z", "2026-01-31T18:00:00+25:00",
        "2026-01-31T18:00:00." + String(repeating: "1", count: 100) + "Z",
    ])
    func `what is no ISO 8601 instant is refused`(text: String) { #expect(ISO8601.date(text) == nil) }

    @Test func `every instant is written so that it reads as itself`() {
        let seed = UInt64.random(in: 0...UInt64.max)
        print("date seed \(seed)")
        var dice = Dice(seed)
        for _ in 0..<5000 {
            let unix = Int64(dice.roll(1 << 30)) * 200_000 - 60_000_000_000_000 + Int64(dice.roll(1000))
            let date = Date(milliseconds: unix)
            let text = ISO8601.string(date)
            #expect(text.utf8.count == 24)
            #expect(ISO8601.date(text) == date)
        }
        #expect(ISO8601.string(Date(milliseconds: 1_769_882_400_007)) == "2026-01-31T18:00:00.007Z")
        #expect(ISO8601.string(.distantFuture).hasPrefix("4001-01-01"))
        #expect(ISO8601.string(Date(timeIntervalSince1970: .infinity)).utf8.count == 24)
    }

    @Test func `a moment is parts of its instant and the time of day in the zone`() throws {
        let berlin = WallClock(timeZone: try #require(TimeZone(secondsFromGMT: 3600)))
        let moment = Moment(Date(milliseconds: 1_769_882_400_042), clock: berlin)
        #expect(moment.day * 86_400_000 + moment.millisecond == 1_769_882_400_042)
        #expect(moment.clock == "19:00")
        #expect(moment.iso == "2026-01-31T18:00:00.042Z")
        #expect(moment.unix == 1_769_882_400_042)
        #expect(Moment(Date(milliseconds: -1), clock: berlin).millisecond == 86_399_999)
    }
}
