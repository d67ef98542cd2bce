/// Dates of HTTP (RFC 9110, section 5.6.7), by arithmetic: no time zone, no formatter.
public enum HTTPDate {
    /// `Sun, 06 Nov 1994 08:49:37 GMT` from Unix seconds, clamped to the years 0 to 9999: 29 bytes.
    public static func bytes(_ seconds: Int64) -> [UInt8] {
        let clamped = min(max(seconds, -62_167_219_200), 253_402_300_799)
        let days = Int((clamped - floorModulo(clamped, 86_400)) / 86_400)
        let second = Int(floorModulo(clamped, 86_400))
        let (year, month, day) = CivilDate.date(days: days)
        var text: [UInt8] = []
        text.reserveCapacity(29)
        text += dayNames[Int(floorModulo(Int64(days) + 4, 7))].utf8
        text.append(", ")
        append(day, to: &text)
        text.append(.space)
        text += monthNames[month - 1].utf8
        text.append(.space)
        append(year / 100, to: &text)
        append(year % 100, to: &text)
        text.append(.space)
        append(second / 3600, to: &text)
        text.append(.colon)
        append(second / 60 % 60, to: &text)
        text.append(.colon)
        append(second % 60, to: &text)
        text.append(" GMT")
        return text
    }

    public static func string(_ seconds: Int64) -> String { String(decoding: bytes(seconds), as: UTF8.self) }

    static let dayNames = ["Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"]
    static let longDayNames = ["Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday"]
    static let monthNames = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]

    private static func append(_ number: Int, to text: inout [UInt8]) {
        text.append(.zero + UInt8(truncatingIfNeeded: number / 10))
        text.append(.zero + UInt8(truncatingIfNeeded: number % 10))
    }

    private static func floorModulo(_ a: Int64, _ b: Int64) -> Int64 { ((a % b) + b) % b }
}

/// Days since 1970-01-01 and the Gregorian calendar, counted in 400-year eras that begin in March.
enum CivilDate {
    static func days(year: Int, month: Int, day: Int) -> Int {
        let year = month <= 2 ? year - 1 : year
        let era = (year >= 0 ? year : year - 399) / 400
        let yearOfEra = year - era * 400
        let dayOfYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1
        return era * 146_097 + yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear - 719_468
    }

    static func date(days: Int) -> (year: Int, month: Int, day: Int) {
        let shifted = days + 719_468
        let era = (shifted >= 0 ? shifted : shifted - 146_096) / 146_097
        let dayOfEra = shifted - era * 146_097
        let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let shiftedMonth = (5 * dayOfYear + 2) / 153
        let month = shiftedMonth < 10 ? shiftedMonth + 3 : shiftedMonth - 9
        return (yearOfEra + era * 400 + (month <= 2 ? 1 : 0), month, dayOfYear - (153 * shiftedMonth + 2) / 5 + 1)
    }
}
