import Foundation

/// An instant as templates need it: absolute, in parts small enough for a browser that computes styles in single precision.
///
/// 1.8e12 ms do not fit 24 bits of mantissa (131 s off); whole days and the milliseconds of the day do (8 ms).
public struct Moment: Codable, Sendable, Hashable {
    /// Whole days since 1970-01-01 UTC.
    public let day: Int
    /// Milliseconds since that day's midnight UTC, 0 to 86,399,999.
    public let millisecond: Int
    /// ISO 8601 UTC with milliseconds, for `<time datetime>`.
    public let iso: String
    /// Unix time in milliseconds, for scripts.
    public let unix: Int
    /// "18:42" in the server's zone.
    public let clock: String
}
