extension HTTPDate {
    /// Unix seconds of IMF-fixdate, RFC 850 and asctime dates; nil for anything else, 30 February too.
    /// A year of two digits that lies more than 50 years past `now` is one of the century before.
    public static func seconds(_ text: String, now: Int64) -> Int64? {
        let words = text.utf8.split(separator: .space).map { String(decoding: $0, as: UTF8.self) }
        if words.count == 6, words[0].utf8.last == .comma, dayNames.contains(String(words[0].dropLast())), words[5] == "GMT" {
            return seconds(day: words[1], month: words[2], year: words[3], time: words[4])
        }
        if words.count == 4, words[0].utf8.last == .comma, longDayNames.contains(String(words[0].dropLast())), words[3] == "GMT" {
            return obsolete(words, now: now)
        }
        if words.count == 5, dayNames.contains(words[0]), words[2].utf8.count <= 2 {
            let day = words[2].utf8.count == 1 ? "0" + words[2] : words[2]
            return seconds(day: day, month: words[1], year: words[4], time: words[3])
        }
        return nil
    }

    /// `Sunday, 06-Nov-94 08:49:37 GMT`.
    private static func obsolete(_ words: [String], now: Int64) -> Int64? {
        let parts = words[1].utf8.split(separator: .minus).map { String(decoding: $0, as: UTF8.self) }
        guard parts.count == 3, let short = number(parts[2], digits: 2) else { return nil }
        let thisYear = CivilDate.date(days: Int(min(max(now, 0), 253_402_300_799) / 86_400)).year
        var year = thisYear - thisYear % 100 + short
        if year > thisYear + 50 { year -= 100 }
        return seconds(day: parts[0], month: parts[1], year: year, time: words[2])
    }

    private static func seconds(day: String, month: String, year: String, time: String) -> Int64? {
        number(year, digits: 4).flatMap { seconds(day: day, month: month, year: $0, time: time) }
    }

    private static func seconds(day: String, month: String, year: Int, time: String) -> Int64? {
        let clock = time.utf8.split(separator: .colon, omittingEmptySubsequences: false).map { String(decoding: $0, as: UTF8.self) }
        guard clock.count == 3, let hour = number(clock[0], digits: 2), let minute = number(clock[1], digits: 2) else { return nil }
        guard let second = number(clock[2], digits: 2), hour < 24, minute < 60, second <= 60 else { return nil }  // 60: a leap second
        guard let day = number(day, digits: 2), let month = monthNames.firstIndex(of: month).map({ $0 + 1 }) else { return nil }
        let days = CivilDate.days(year: year, month: month, day: day)
        guard CivilDate.date(days: days) == (year, month, day) else { return nil }
        return Int64(days) * 86_400 + Int64(hour * 3600 + minute * 60 + second)
    }

    private static func number(_ text: String, digits: Int) -> Int? { text.utf8.count == digits ? decimal(text.utf8) : nil }
}
