import Activities
import Foundation
import HTTP
import Routing

/// What the page after a form says of it, once: a word in the query, `notice=<word>.<Unix seconds>`, for which the sentence stands here.
///
/// The word is no secret and can be typed by anyone, so it never carries text, is shown to operators only, and is silent soon:
/// a reload or a bookmark must not tell old news again.
enum Notice: String, CaseIterable, Sendable {
    case unchanged, updated, ended, over, dismissed, repeated

    var sentence: String {
        switch self {
        case .unchanged: "Nothing was changed."
        case .updated: "Updated."
        case .ended: "Ended."
        case .over: "It was already over."
        case .dismissed: "Dismissed."
        case .repeated: "This one was started already; nothing more was."
        }
    }

    /// How long it is shown, in seconds.
    static let lifetime: Int64 = 30

    /// What the query of `context` says, while it is fresh.
    static func said(in context: Context, now: Date) -> Notice? {
        guard context.role >= .operator, let text = try? context.query()["notice"] else { return nil }
        let parts = text.split(separator: ".", omittingEmptySubsequences: false)
        guard parts.count == 2, let notice = Notice(rawValue: String(parts[0])), let second = Int64(parts[1]) else { return nil }
        let current = Int64(now.timeIntervalSince1970)
        return second <= current && current - lifetime <= second ? notice : nil
    }

    /// A path of ours that says this one, and no earlier one; everything else in its query (the dashboard's filter) stays.
    func added(to path: String, now: Date) -> String {
        let parts = path.split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
        guard let query = try? Form(parts.count == 2 ? String(parts[1]) : "") else { return path }
        let kept = query.items.filter { $0.name != "notice" }
        let said = Form.Item("notice", "\(rawValue).\(Int64(now.timeIntervalSince1970))")
        return parts[0] + "?" + Form(kept + [said]).encoded
    }
}
