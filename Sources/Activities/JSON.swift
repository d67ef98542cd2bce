/// A JSON value as attributes and content states are kept and sent; dates in it are ISO 8601 UTC strings with milliseconds.
public enum JSON: Sendable, Hashable {
    case null
    case boolean(Bool)
    case integer(Int64)
    case number(Double)
    case string(String)
    case array([JSON])
    case object([String: JSON])
}
