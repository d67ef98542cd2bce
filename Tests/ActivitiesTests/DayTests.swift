import Activities
import Foundation
import Testing

@Suite struct DayTests {
    private func zone(_ name: String) throws -> TimeZone { try #require(TimeZone(identifier: name)) }
    private func day(_ text: String) throws -> Day { try #require(Day(text)) }
    private func hours(_ text: String, _ name: String) throws -> Double {
        let range = try day(text).range(in: zone(name))
        return range.upperBound.timeIntervalSince(range.lowerBound) / 3600
    }

    @Test(arguments: ["2026-11-30", "2024-02-29", "0000-01-01", "9999-12-31", "2000-02-29", "1969-12-31"])
    func `a day is read as it is written`(text: String) throws { #expect(try day(text).text == text) }

    @Test(
        arguments: [
            "", "2026-11-31", "2023-02-29", "1900-02-29", "2026-00-10", "2026-13-10", "2026-01-00", "2026-1-01", "2026-01-1", "26-01-01",
            "2026/01/01",
            "20260101", "2026-01-01T00:00", " 2026-01-01", "2026-01-01 ", "2026-01-01\n", "+026-01-01", "-2026-01-01", "2026-01-01-",
            "2026--1-01",
            "\u{0662}\u{0660}26-01-01", "20\u{e9}6-01-01", "today", "02026-01-01",
        ])
    func `anything else is no day`(text: String) { #expect(Day(text) == nil) }

    @Test func `days have their neighbours and their place in the week`() throws {
        #expect(try day("2024-02-28").next.text == "2024-02-29" && day("2024-02-29").next.text == "2024-03-01")
        #expect(try day("2026-01-01").previous.text == "2025-12-31")
        #expect(try day("1970-01-01").weekday == 3 && day("2026-11-30").weekday == 0 && day("1969-12-28").weekday == 6)
        let last = try day("9999-12-31").next
        #expect(last.text == "10000-01-01" && last.previous.text == "9999-12-31")
    }

    @Test(
        arguments: [
            ("2026-11-30", "UTC", 24), ("2026-11-30", "Asia/Kathmandu", 24), ("2026-03-29", "Europe/Berlin", 23),
            ("2026-10-25", "Europe/Berlin", 25),
            ("2026-03-08", "America/New_York", 23), ("2026-11-01", "America/New_York", 25), ("2026-04-05", "Australia/Lord_Howe", 24.5),
            ("2026-10-04", "Australia/Lord_Howe", 23.5),
        ] as [(String, String, Double)])
    func `a day is as long as its clocks make it`(text: String, zone: String, length: Double) throws {
        #expect(try hours(text, zone) == length)
    }

    @Test func `where midnight does not exist a day begins with the first instant that does`() throws {
        let skipped = try day("2018-11-04").range(in: zone("America/Sao_Paulo"))
        #expect(skipped.lowerBound == ISO8601.date("2018-11-04T03:00:00Z") && skipped.upperBound == ISO8601.date("2018-11-05T02:00:00Z"))
        #expect(try hours("2018-11-04", "America/Sao_Paulo") == 23)
        let cairo = try day("2026-04-24").range(in: zone("Africa/Cairo"))
        #expect(cairo.lowerBound == ISO8601.date("2026-04-23T22:00:00Z"))
    }

    @Test func `a day that a zone skipped has no instant, and one that it had twice has all of them once`() throws {
        #expect(try day("2011-12-30").range(in: zone("Pacific/Apia")).isEmpty)
        #expect(try hours("2011-12-29", "Pacific/Apia") == 24 && hours("2011-12-31", "Pacific/Apia") == 24)
        // Midnight came twice: clocks went from 00:00 back to 23:00.
        #expect(try hours("2018-02-17", "America/Sao_Paulo") + hours("2018-02-18", "America/Sao_Paulo") == 49)
    }

    static let zones = [
        "UTC", "Europe/Berlin", "America/New_York", "America/Sao_Paulo", "America/St_Johns", "Australia/Lord_Howe", "Africa/Cairo",
        "Africa/Casablanca",
        "Pacific/Apia", "Pacific/Kiritimati", "Pacific/Kwajalein", "Asia/Kathmandu", "Asia/Tehran", "Antarctica/Troll", "Asia/Gaza",
    ]

    @Test("every instant is in the range of the day on which it falls, and of no other", arguments: zones)
    func partition(name: String) throws {
        let zone = try zone(name)
        var first = try day("2005-12-31")
        var end = first.range(in: zone).upperBound
        for _ in 0..<8_000 {
            first = first.next
            let range = first.range(in: zone)
            try #require(range.lowerBound == end, "\(name) \(first.text)")
            end = range.upperBound
            if range.isEmpty { continue }
            for instant in [range.lowerBound, range.upperBound.addingTimeInterval(-0.001)] {
                try #require(Day(of: instant, in: zone) == first, "\(name) \(first.text)")
            }
        }
    }

    @Test("random instants too", arguments: zones, [20_261_130 as UInt64])
    func random(name: String, seed: UInt64) throws {
        var dice = Dice(seed)
        let zone = try zone(name)
        for _ in 0..<2_000 {
            let instant = Date(milliseconds: Int64(dice.roll(4_000_000_000)) * 1000 - 1_000_000_000_000 + Int64(dice.roll(1_000)))
            #expect(Day(of: instant, in: zone).range(in: zone).contains(instant), "\(name) \(ISO8601.string(instant))")
        }
    }
}
