/// Who a request comes from; each may what the ones before it may (http.md, "Who may do what").
public enum Role: Int, Comparable, Sendable, CaseIterable, Codable {
    case anyone, link, watcher, `operator`
    public static func < (a: Role, b: Role) -> Bool { a.rawValue < b.rawValue }
}
