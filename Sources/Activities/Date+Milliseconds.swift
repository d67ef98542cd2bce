import Foundation

extension Date {
    /// A whole number of milliseconds of Unix time; equal numbers make equal dates, whatever arithmetic they came from.
    public init(milliseconds: Int64) { self.init(timeIntervalSince1970: Double(milliseconds) / 1000) }

    /// Unix time in whole milliseconds, the nearest; dates beyond ±292 million years count as the last that fits.
    public var milliseconds: Int64 {
        let value = (timeIntervalSince1970 * 1000).rounded()
        return value.isFinite ? Int64(exactly: min(max(value, -9e18), 9e18)) ?? 0 : 0
    }

    /// The millisecond that this instant lies in; a microsecond is given, for a date that is whole may read a hair less.
    public var millisecondBefore: Date {
        let value = (timeIntervalSince1970 * 1000 + 0.001).rounded(.down)
        return value.isFinite ? Date(milliseconds: Int64(exactly: min(max(value, -9e18), 9e18)) ?? 0) : self
    }

    /// The first whole millisecond that is not before it.
    public var millisecondAfter: Date {
        let value = (timeIntervalSince1970 * 1000 - 0.001).rounded(.up)
        return value.isFinite ? Date(milliseconds: Int64(exactly: min(max(value, -9e18), 9e18)) ?? 0) : self
    }

    /// So many seconds later, in whole milliseconds.
    func after(_ seconds: TimeInterval) -> Date { addingTimeInterval(seconds).nearestMillisecond }

    var nearestMillisecond: Date { Date(milliseconds: milliseconds) }

    /// Whole Unix seconds, rounded down.
    var wholeSeconds: Int64 { Int64((timeIntervalSince1970 + 0.000_001).rounded(.down)) }
}
