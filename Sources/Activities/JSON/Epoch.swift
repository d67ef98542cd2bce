import Foundation

/// What a number of seconds or milliseconds counts from; the usual mistakes are to take one for another (activitykit.md, "Two epochs").
///
/// Of one number at most one reading lies within ten years of now: the epochs are 31 years apart, the units a factor of a thousand.
public enum Epoch: Sendable, CaseIterable {
    case unixSeconds, unixMilliseconds, secondsSince2001, millisecondsSince2001

    /// The instant that a number names.
    public func date(_ number: Double) -> Date {
        switch self {
        case .unixSeconds: Date(timeIntervalSince1970: number)
        case .unixMilliseconds: Date(timeIntervalSince1970: number / 1000)
        case .secondsSince2001: Date(timeIntervalSinceReferenceDate: number)
        case .millisecondsSince2001: Date(timeIntervalSinceReferenceDate: number / 1000)
        }
    }

    /// The number that names an instant, to the nearest millisecond, as somebody would write it.
    public func number(_ date: Date) -> String {
        let unix = date.milliseconds
        switch self {
        case .unixSeconds: return Self.seconds(unix)
        case .unixMilliseconds: return String(unix)
        case .secondsSince2001: return Self.seconds(unix - Self.reference)
        case .millisecondsSince2001: return String(unix - Self.reference)
        }
    }

    /// The epoch under which a number lies within `Limits.farthest` of now; nil: under none.
    public static func plausible(_ number: Double, now: Date) -> Epoch? {
        allCases.first { abs($0.date(number).timeIntervalSince(now)) <= Limits.farthest }
    }

    /// nil where the number, read as this epoch, lies within ten years of now; else what it is ("is …") and what was probably meant.
    public func mistake(in number: Double, now: Date) -> String? {
        let meant = Self.plausible(number, now: now)
        guard meant != self else { return nil }
        let read = "is \(Self.text(number)), \(Self.year(of: date(number))) when read as \(name)"
        guard let meant else { return "\(read): more than ten years from now, whatever epoch or unit was meant" }
        let date = meant.date(number)
        return "\(read); \(meant.name) were sent, \(ISO8601.string(date)) was meant: send \(self.number(date))"
    }

    /// "Unix seconds", in a sentence's middle.
    public var name: String {
        switch self {
        case .unixSeconds: "Unix seconds"
        case .unixMilliseconds: "Unix milliseconds"
        case .secondsSince2001: "seconds since 2001"
        case .millisecondsSince2001: "milliseconds since 2001"
        }
    }

    /// A number as JSON writes it, whole ones without a fraction.
    public static func text(_ number: Double) -> String { Int64(exactly: number).map { String($0) } ?? "\(number)" }

    /// Unix milliseconds at 2001-01-01T00:00:00Z.
    private static let reference: Int64 = 978_307_200_000
    /// Seconds around 1970 beyond which no calendar counts: thirty million years.
    private static let calendar: TimeInterval = 1e15

    private static func seconds(_ milliseconds: Int64) -> String {
        milliseconds % 1000 == 0 ? String(milliseconds / 1000) : "\(Double(milliseconds) / 1000)"
    }

    private static func year(of date: Date) -> String {
        let seconds = date.timeIntervalSince1970
        guard abs(seconds) < calendar else { return "a year that no calendar has" }
        return "the year \(CivilDate(daysSince1970: Int((seconds / 86_400).rounded(.down))).year)"
    }
}
