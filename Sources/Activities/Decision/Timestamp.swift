import Foundation

/// What an update's `timestamp` makes of it (activitykit.md, "Order").
enum Timestamp {
    case accepted(mark: Int64, warning: String?)
    case ignored(reason: String)

    init(_ timestamp: Int64?, after mark: Int64, now: Date) {
        let present = now.wholeSeconds
        guard let timestamp else {
            self = .accepted(mark: max(present, mark), warning: nil)
            return
        }
        if timestamp > present + Int64(Limits.timestampReach) {
            self = .ignored(reason: "Ignored: its timestamp \(timestamp) lies more than 8 hours ahead of the server's time, \(present).")
            return
        }
        let isAhead = timestamp > present + Int64(Limits.timestampSlack)
        let counted = isAhead ? present : timestamp
        if counted < mark {
            self = .ignored(reason: "Ignored: its timestamp \(timestamp) is older than the last accepted one, \(mark).")
            return
        }
        self = .accepted(
            mark: counted, warning: isAhead ? "The timestamp \(timestamp) lies more than 60 s ahead: it counts as now, \(present)." : nil)
    }
}
