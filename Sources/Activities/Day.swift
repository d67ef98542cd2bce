import Foundation

/// A day of the calendar, without a time zone: `2026-11-30`.
public struct Day: Sendable, Hashable {
    private let date: CivilDate

    private init(_ date: CivilDate) { self.date = date }

    /// Reads `2026-11-30`, four digits, two and two (RFC 3339, `full-date`); nil for anything else, the 30th of February among it.
    public init?(_ text: String) {
        let parts = text.utf8.split(separator: UInt8(ascii: "-"), omittingEmptySubsequences: false)
        guard parts.map(\.count) == [4, 2, 2], text.utf8.allSatisfy({ $0 == UInt8(ascii: "-") || (0x30...0x39).contains($0) }) else {
            return nil
        }
        let numbers = parts.map { $0.reduce(0) { $0 * 10 + Int($1 - 0x30) } }
        guard let date = CivilDate(year: numbers[0], month: numbers[1], day: numbers[2]) else { return nil }
        self.init(date)
    }

    /// The day on which an instant falls: the one whose `range(in:)` holds it.
    public init(of instant: Date, in zone: TimeZone) {
        let local = instant.wholeSeconds + Int64(zone.secondsFromGMT(for: instant))
        let day = Day(CivilDate(daysSince1970: Int(local.floorDivided(by: 86_400).0)))
        // Clocks that go back over midnight show a day twice; it counts as begun the first time.
        self = instant >= day.next.start(in: zone) ? day.next : day
    }

    public var year: Int { date.year }
    /// 1 to 12.
    public var month: Int { date.month }
    /// 1 to 31.
    public var day: Int { date.day }
    /// 0 for Monday to 6 for Sunday; 1970-01-01 was a Thursday.
    public var weekday: Int { (date.daysSince1970 + 3).floorDivided(by: 7).1 }

    public var next: Day { Day(CivilDate(daysSince1970: date.daysSince1970 + 1)) }
    public var previous: Day { Day(CivilDate(daysSince1970: date.daysSince1970 - 1)) }

    /// `2026-11-30`; a year beyond four digits is written as it is.
    public var text: String { [(year, 4), (month, 2), (day, 2)].map { Self.padded($0.0, digits: $0.1) }.joined(separator: "-") }

    private static func padded(_ number: Int, digits: Int) -> String {
        let text = String(number)
        return String(repeating: "0", count: max(0, digits - text.count)) + text
    }

    /// From its first instant up to, without it, the next day's: 23 or 25 hours where clocks change, none where a zone skipped the day. Every instant is
    /// in the range of exactly one day.
    public func range(in zone: TimeZone) -> Range<Date> {
        let start = start(in: zone)
        return start..<max(start, next.start(in: zone))
    }

    /// The first instant at which a clock there shows this day, or a later one where it skips midnight.
    private func start(in zone: TimeZone) -> Date {
        let midnight = Int64(date.daysSince1970) * 86_400
        func offset(_ second: Int64) -> Int64 { Int64(zone.secondsFromGMT(for: Date(milliseconds: second * 1000))) }
        let before = offset(midnight - Self.reach)
        let after = offset(midnight + Self.reach)
        if before == after { return Date(milliseconds: (midnight - before) * 1000) }
        let change = Self.first(in: (midnight - Self.reach)...(midnight + Self.reach)) { offset($0) != before }
        let unchanged = midnight - before
        return Date(milliseconds: (unchanged < change ? unchanged : max(change, midnight - after)) * 1000)
    }

    /// Further than any zone's clocks are from Greenwich's, in seconds: 16 hours. No zone has changed its clocks twice within twice that.
    private static let reach: Int64 = 16 * 3600

    /// The first second at which `isChanged` holds, of a range at whose end it does.
    private static func first(in seconds: ClosedRange<Int64>, where isChanged: (Int64) -> Bool) -> Int64 {
        var (low, high) = (seconds.lowerBound, seconds.upperBound)
        while low < high {
            let middle = low + (high - low) / 2
            if isChanged(middle) { high = middle } else { low = middle + 1 }
        }
        return low
    }
}
