import Activities
import Foundation

/// Instants and numbers beside the content: Unix seconds (activitykit.md, "Two epochs").
extension PushPayload {
    /// Whole Unix seconds; nil: none. One that only means nothing is left to the order of pushes; throws where another epoch or unit was
    /// probably meant.
    func timestamp(now: Date) throws(PushFault) -> Int64? {
        guard let value = self["timestamp"] else { return nil }
        let number = try number("timestamp", value)
        if Epoch.plausible(number, now: now) != nil, let mistake = Epoch.unixSeconds.mistake(in: number, now: now) {
            throw .unheeded("timestamp \(mistake).")
        }
        guard let whole = value.integer else {
            let near = Int64(exactly: number.rounded(.down)).map { ": send \($0)" } ?? ""
            throw .unheeded("timestamp is \(value.said); it is a whole number of Unix seconds\(near).")
        }
        return whole
    }

    /// nil: none. Throws for one that lies more than ten years from now.
    func staleDate(now: Date) throws(PushFault) -> Date? {
        guard let value = self["stale-date"] else { return nil }
        let number = try number("stale-date", value)
        if let mistake = Epoch.unixSeconds.mistake(in: number, now: now) { throw .unheeded("stale-date \(mistake).") }
        return Epoch.unixSeconds.date(number)
    }

    /// A date that has passed, however long ago, dismisses at once.
    func dismissal(now: Date) throws(PushFault) -> ActivityUIDismissalPolicy {
        guard let value = self["dismissal-date"] else { return .default }
        let number = try number("dismissal-date", value)
        let date = Epoch.unixSeconds.date(number)
        let mistake = Epoch.unixSeconds.mistake(in: number, now: now)
        if let mistake, Epoch.plausible(number, now: now) != nil || date > now { throw .unheeded("dismissal-date \(mistake).") }
        return date <= now ? .immediate : .after(date)
    }

    /// 0 where there is none: a push carries the whole of an `ActivityContent`.
    func relevanceScore() throws(PushFault) -> Double {
        guard let value = self["relevance-score"] else { return 0 }
        guard let number = value.double else { throw .unheeded("relevance-score is \(value.said); it is a number.") }
        return number
    }

    private func number(_ name: String, _ value: JSON) throws(PushFault) -> Double {
        if let number = value.double { return number }
        var hint = ""
        if let date = value.string.flatMap(ISO8601.date) {
            let seconds = Epoch.unixSeconds.date(date.timeIntervalSince1970.rounded(.down))
            hint = ": send \(Epoch.unixSeconds.number(seconds))"
        } else if let text = value.string, Double(text) != nil {
            hint = ", without quotes"
        }
        throw .unheeded("\(name) is \(value.said); it is a number of Unix seconds\(hint).")
    }
}
