import Activities
import Foundation

/// The root `push-<number>`: one push, how it was answered, and what became of it.
struct PushView: Codable, Sendable {
    /// `push-<number>`.
    let id: String
    /// `<epoch>-<number>`, in the push log's own order.
    let revision: String
    /// Sorts as a string, the newest first.
    let order: String
    let at: Moment
    /// "2026-12-01 18:42:07" in the server's zone: complete where no script adds the day.
    let time: String
    /// "Pizza delivery"; nil: the token is nobody's.
    let kindTitle: String?
    /// nil: there is no activity.
    let activityURL: String?
    /// As it was sent; nil: none could be read.
    let event: String?
    /// Bytes of the payload.
    let size: Int
    /// size == 1, for the plural.
    let isOneByte: Bool
    let status: Int
    /// Apple's, with every status but 200.
    let reason: String?
    /// Not answered 200.
    let isRefused: Bool
    /// Answered 200, and nothing came of it.
    let changedNothing: Bool
    let apnsID: String
    /// One sentence or more.
    let outcome: String
}

extension PushView {
    init(_ receipt: PushReceipt, site: Site) {
        let clock = site.wallClock
        let isRefused = receipt.status != 200
        self.init(
            id: receipt.elementID, revision: site.position(receipt.number), order: ActivityView.order(.max - receipt.number),
            at: Moment(receipt.date, clock: clock), time: Self.time(receipt.date, clock),
            kindTitle: receipt.kind.map { site.kinds[$0]?.title ?? $0 }, activityURL: receipt.activityID.map { "/activities/\($0)" },
            event: receipt.event, size: receipt.size, isOneByte: receipt.size == 1, status: receipt.status, reason: receipt.reason,
            isRefused: isRefused, changedNothing: !isRefused && !receipt.changed, apnsID: receipt.apnsID, outcome: receipt.outcome)
    }

    private static func time(_ date: Date, _ clock: WallClock) -> String {
        let local = ISO8601.string(date.addingTimeInterval(Double(clock.timeZone.secondsFromGMT(for: date))))
        return "\(local.prefix(10)) \(local.dropFirst(11).prefix(8))"
    }
}

/// The root `pushes-older`: the link at the end of the page.
struct OlderPushesView: Codable, Sendable {
    /// nil: nothing older is kept.
    let url: String?
}
