/// How loud a line is; lower ones are left out by whoever writes them.
public enum LogLevel: Int, Sendable, Comparable, CaseIterable {
    case debug, info, warning, error
    public static func < (a: LogLevel, b: LogLevel) -> Bool { a.rawValue < b.rawValue }
}

/// Where lines go; called on the executor, so it must not wait.
public typealias Log = @Sendable (LogLevel, String) -> Void
