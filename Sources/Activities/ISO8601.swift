import Foundation

/// Instants as ISO 8601 text, by arithmetic: a formatter is slow, and none is needed for one fixed form (http.md, "JSON API").
public enum ISO8601 {
    /// `2026-01-31T18:42:00.000Z`: UTC with milliseconds; years outside 0 to 9999 are written as the nearest that has four digits.
    public static func string(_ date: Date) -> String {
        let earliest: Int64 = -62_167_219_200_000
        let latest: Int64 = 253_402_300_799_999
        let unix = min(max(date.milliseconds, earliest), latest)
        let (days, millisecond) = unix.floorDivided(by: 86_400_000)
        let civil = CivilDate(daysSince1970: Int(days))
        let time = Int(millisecond)
        return String(unsafeUninitializedCapacity: 24) { text in
            var at = 0
            write(civil.year, digits: 4, then: "-", to: text, &at)
            write(civil.month, digits: 2, then: "-", to: text, &at)
            write(civil.day, digits: 2, then: "T", to: text, &at)
            write(time / 3_600_000, digits: 2, then: ":", to: text, &at)
            write(time / 60_000 % 60, digits: 2, then: ":", to: text, &at)
            write(time / 1000 % 60, digits: 2, then: ".", to: text, &at)
            write(time % 1000, digits: 3, then: "Z", to: text, &at)
            return at
        }
    }

    /// Accepts `2026-01-31T18:42Z` with or without seconds and a fraction, and with offsets (`+02:00`, `+0200`, `+02`); nil for
    /// anything else, a missing zone and the 30th of February among it. Fractions beyond milliseconds are cut.
    public static func date(_ text: String) -> Date? {
        guard text.utf8.count <= longest else { return nil }
        var text = text
        return text.withUTF8 { bytes in
            var reader = Reader(bytes)
            return reader.date()
        }
    }

    /// Far more digits than any fraction needs.
    static let longest = 48

    private static func write(
        _ number: Int, digits: Int, then mark: Unicode.Scalar, to text: UnsafeMutableBufferPointer<UInt8>, _ at: inout Int
    ) {
        var rest = number
        for place in (at..<at + digits).reversed() {
            text[place] = UInt8(ascii: "0") + UInt8(rest % 10)
            rest /= 10
        }
        text[at + digits] = UInt8(ascii: mark)
        at += digits + 1
    }

    /// Lives no longer than the bytes that it reads.
    private struct Reader {
        let bytes: UnsafeBufferPointer<UInt8>
        var at = 0

        init(_ bytes: UnsafeBufferPointer<UInt8>) { self.bytes = bytes }

        mutating func date() -> Date? {
            guard let year = number(4), take("-"), let month = number(2), take("-"), let day = number(2),
                take("T") || take("t") || take(" "),
                let hour = number(2), take(":"), let minute = number(2), hour <= 23, minute <= 59,
                let civil = CivilDate(year: year, month: month, day: day)
            else { return nil }
            var seconds = 0
            var fraction = 0
            if take(":") {
                guard let value = number(2), value <= 59 else { return nil }
                seconds = value
                if take(".") || take(",") {
                    guard let value = milliseconds() else { return nil }
                    fraction = value
                }
            }
            guard let offset = offset(), at == bytes.count else { return nil }
            let second = Int64(civil.daysSince1970) * 86_400 + Int64(hour * 3600 + minute * 60 + seconds - offset)
            return Date(milliseconds: second * 1000 + Int64(fraction))
        }

        private mutating func take(_ character: Unicode.Scalar) -> Bool {
            guard at < bytes.count, bytes[at] == UInt8(ascii: character) else { return false }
            at += 1
            return true
        }

        private mutating func number(_ digits: Int) -> Int? {
            guard at + digits <= bytes.count else { return nil }
            var value = 0
            for byte in bytes[at..<at + digits] {
                guard (0x30...0x39).contains(byte) else { return nil }
                value = value * 10 + Int(byte - 0x30)
            }
            at += digits
            return value
        }

        private mutating func milliseconds() -> Int? {
            var value = 0
            var digits = 0
            while let digit = number(1) {
                if digits < 3 { value = value * 10 + digit }
                digits += 1
            }
            guard digits > 0 else { return nil }
            for _ in min(digits, 3)..<3 { value *= 10 }
            return value
        }

        /// Seconds east of Greenwich.
        private mutating func offset() -> Int? {
            if take("Z") || take("z") { return 0 }
            let sign = take("+") ? 1 : take("-") ? -1 : 0
            guard sign != 0, let hours = number(2), hours <= 23 else { return nil }
            guard at < bytes.count else { return sign * hours * 3600 }
            _ = take(":")
            guard let minutes = number(2), minutes <= 59 else { return nil }
            return sign * (hours * 3600 + minutes * 60)
        }
    }
}

/// A day of the proleptic Gregorian calendar.
struct CivilDate: Sendable, Hashable {
    let year: Int
    let month: Int
    let day: Int

    /// nil for a day that the month does not have.
    init?(year: Int, month: Int, day: Int) {
        guard (1...12).contains(month), (1...Self.length(ofMonth: month, year: year)).contains(day) else { return nil }
        self.year = year
        self.month = month
        self.day = day
    }

    /// The 400-year cycle has 146,097 days; counted from 1 March of year 0 a leap day comes last in its year.
    init(daysSince1970: Int) {
        let (era, dayOfEra) = (daysSince1970 + 719_468).floorDivided(by: 146_097)
        let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let monthFromMarch = (5 * dayOfYear + 2) / 153
        month = monthFromMarch < 10 ? monthFromMarch + 3 : monthFromMarch - 9
        day = dayOfYear - (153 * monthFromMarch + 2) / 5 + 1
        year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
    }

    var daysSince1970: Int {
        let shifted = month <= 2 ? year - 1 : year
        let (era, yearOfEra) = shifted.floorDivided(by: 400)
        let dayOfYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1
        return era * 146_097 + yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear - 719_468
    }

    private static func length(ofMonth month: Int, year: Int) -> Int {
        switch month {
        case 2: year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) ? 29 : 28
        case 4, 6, 9, 11: 30
        default: 31
        }
    }
}

extension BinaryInteger {
    /// Quotient and remainder with the remainder never negative, also before 1970.
    func floorDivided(by divisor: Self) -> (Self, Self) {
        let (quotient, remainder) = quotientAndRemainder(dividingBy: divisor)
        return remainder < 0 ? (quotient - 1, remainder + divisor) : (quotient, remainder)
    }
}
