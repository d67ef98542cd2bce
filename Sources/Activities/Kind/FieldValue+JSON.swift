import Foundation

extension FieldValue {
    /// The value in its stored shape; throws what is wrong with it.
    func json(field: String, now: Date) throws(FieldError) -> JSON {
        switch self {
        case .null: return .null
        case .boolean(let value): return .boolean(value)
        case .integer(let value): return .integer(Int64(value))
        case .text(let value): return .string(value)
        case .range(let lower, let upper):
            guard lower <= upper else { throw FieldError("end", DateRange.reversed(lower: lower, upper: upper)) }
            return .array([.string(ISO8601.string(lower)), .string(ISO8601.string(upper))])
        case .minutesFromNow(let minutes):
            guard minutes.isFinite, minutes >= 0, minutes * 60 <= Limits.farthest else {
                throw FieldError("minutes", "Minutes from now are a number from 0 up to ten years of them.")
            }
            return .array([.string(ISO8601.string(now)), .string(ISO8601.string(now.after(minutes * 60)))])
        }
    }
}
