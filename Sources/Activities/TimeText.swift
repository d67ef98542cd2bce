import Foundation

/// Times as cards write them (activitykit.md, "Time texts").
public enum TimeText {
    /// "15:00", "4:32", "0:30", "0:00"; from an hour on "1:00:00", and hours grow past 24. Whole seconds, never below zero.
    public static func digits(seconds: Int) -> String {
        let seconds = max(seconds, 0)
        let (minutes, second) = (seconds / 60, seconds % 60)
        let tail = second < 10 ? "0\(second)" : "\(second)"
        guard minutes >= 60 else { return "\(minutes):\(tail)" }
        return "\(minutes / 60):" + (minutes % 60 < 10 ? "0" : "") + "\(minutes % 60):\(tail)"
    }

    /// What is left of a range, rounded up: the full duration before it, `0:00` from its end on.
    public static func down(_ range: ClosedRange<Date>, at now: Date) -> String {
        digits(seconds: seconds(range, left: clamped(now, range), rounding: .up))
    }

    /// What has passed of a range, rounded down: `0:00` before it, the total from its end on.
    public static func up(_ range: ClosedRange<Date>, at now: Date) -> String {
        digits(seconds: whole(clamped(now, range) - range.lowerBound.milliseconds, .down))
    }

    /// The length of a range, rounded as a count down begins.
    public static func duration(_ range: ClosedRange<Date>) -> String { down(range, at: range.lowerBound) }

    private static func clamped(_ now: Date, _ range: ClosedRange<Date>) -> Int64 {
        min(max(now, range.lowerBound), range.upperBound).milliseconds
    }

    private static func seconds(_ range: ClosedRange<Date>, left now: Int64, rounding rule: FloatingPointRoundingRule) -> Int {
        whole(range.upperBound.milliseconds - now, rule)
    }

    private static func whole(_ milliseconds: Int64, _ rule: FloatingPointRoundingRule) -> Int {
        Int((Double(milliseconds) / 1000).rounded(rule))
    }
}
