import Activities
import Answers
import Foundation

extension HistoryEntry {
    /// So many lines are shown unfolded.
    static let unfolded = 6

    init(_ record: ActivityRecord, words: (mark: String, headline: String), lines: [HistoryLine], site: Site) {
        let clock = site.wallClock
        let end = record.endDate.flatMap { $0 >= record.startDate ? $0 : nil }
        self.init(
            activity: ActivityView(record, site: site), mark: words.mark, headline: words.headline,
            facts: HistoryFact.all(of: record, site: site),
            ended: end.map { HistoryTime($0, under: Day(of: record.startDate, in: clock.timeZone), clock: clock) },
            duration: end.map { HistoryText.duration($0.timeIntervalSince(record.startDate)) },
            neverStarted: record.endDate != nil && end == nil,
            lines: lines, lineCount: lines.count, isCut: lines.count == HistoryLine.limit, isShort: lines.count <= Self.unfolded,
            isOne: lines.count == 1)
    }
}

extension HistoryFact {
    /// What an activity was about, each field that a person would name; its times stand beside it already, pictures and telephones are no facts.
    static func all(of record: ActivityRecord, site: Site) -> [HistoryFact] {
        (site.kinds[record.kind]?.fields ?? []).compactMap { field in
            switch field.format {
            case .date, .dateRange, .image, .telephone: return nil
            case .integer, .text, .boolean, .choice: break
            }
            let value = field.text(in: field.place == .attribute ? record.attributes : record.content.state)
            return value.isEmpty ? nil : HistoryFact(label: field.label, value: value)
        }
    }
}

extension HistoryTime {
    init(_ date: Date, under day: Day, clock: WallClock) {
        let own = Day(of: date, in: clock.timeZone)
        self.init(at: Moment(date, clock: clock), day: own == day ? nil : HistoryText.short(own))
    }
}

extension HistoryDay {
    /// In order, each day once.
    static func all(_ entries: [(day: Day, entry: HistoryEntry)], today: Day) -> [HistoryDay] {
        var days: [(day: Day, entries: [HistoryEntry])] = []
        for (day, entry) in entries {
            if days.last?.day == day { days[days.count - 1].entries.append(entry) } else { days.append((day, [entry])) }
        }
        return days.map { HistoryDay(day: $0.day.text, label: HistoryText.heading($0.day, today: today), entries: $0.entries) }
    }
}

/// Days and durations as pages write them: English, as all of the pages are.
enum HistoryText {
    /// "Today", "Yesterday", "Monday, 30 November", in another year with its number.
    static func heading(_ day: Day, today: Day) -> String {
        if day == today { return "Today" }
        if day == today.previous { return "Yesterday" }
        return day.year == today.year ? "\(weekdays[day.weekday]), \(day.day) \(months[day.month - 1])" : long(day)
    }

    /// "Monday, 30 November 2026".
    static func long(_ day: Day) -> String { "\(weekdays[day.weekday]), \(day.day) \(months[day.month - 1]) \(day.year)" }

    /// "30 Nov".
    static func short(_ day: Day) -> String { "\(day.day) \(months[day.month - 1].prefix(3))" }

    /// "40 s", "15 min", "1 h 5 min", "2 d 3 h": the two largest units that count.
    static func duration(_ seconds: TimeInterval) -> String {
        let whole = Int(max(0, seconds).rounded())
        let (days, hours, minutes) = (whole / 86_400, whole / 3600 % 24, whole / 60 % 60)
        if whole < 60 { return "\(whole) s" }
        if whole < 3600 { return "\(minutes) min" }
        if days == 0 { return minutes == 0 ? "\(hours) h" : "\(hours) h \(minutes) min" }
        return hours == 0 ? "\(days) d" : "\(days) d \(hours) h"
    }

    private static let weekdays = ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"]
    private static let months = [
        "January", "February", "March", "April", "May", "June", "July", "August", "September", "October", "November", "December",
    ]
}
