import Activities
import Foundation

extension ActivityView {
    init(_ record: ActivityRecord, site: Site) {
        let clock = site.wallClock
        let url = "/activities/\(record.id)"
        self.init(
            id: record.id, kind: record.kind, kindTitle: site.kindTitle(of: record),
            state: record.activityState.rawValue, revision: site.position(record.sequence), order: Self.order(record.startSequence),
            url: url, absoluteURL: (site.baseURL ?? site.localURL) + url, started: Moment(record.startDate, clock: clock),
            updated: Moment(record.updatedDate, clock: clock), isPending: record.activityState == .pending,
            isActive: record.activityState == .active, isStale: record.activityState == .stale,
            isEnded: record.activityState == .ended, isDismissed: record.activityState == .dismissed,
            isRunning: record.activityState.isRunning, staleSince: record.staleSince.map { Moment($0, clock: clock) },
            ended: record.endDate.map { Moment($0, clock: clock) }, dismissal: record.dismissalDate.map { Moment($0, clock: clock) })
    }

    /// Twenty digits, so that text order is the order of starts for every sequence there can be.
    static func order(_ sequence: UInt64) -> String {
        let digits = String(sequence)
        return String(repeating: "0", count: 20 - digits.count) + digits
    }
}

extension ControlsView {
    init(_ record: ActivityRecord, site: Site, updateForm: String) {
        let mayChange = record.activityState.isRunning || record.activityState == .pending
        self.init(
            activity: ActivityView(record, site: site), revision: site.position(record.controlsSequence), order: ActivityView.order(record.startSequence) + "-controls",
            canUpdate: mayChange, end: mayChange ? EndFormView(record) : nil, canDismiss: record.activityState == .ended,
            actions: [], updateForm: updateForm)
    }
}

extension AlertView {
    init(_ rung: ActivityRecord.RungAlert, site: Site) {
        self.init(
            title: rung.alert.title, body: rung.alert.body, sound: site.sound(named: rung.alert.sound),
            rang: Moment(rung.date, clock: site.wallClock), revision: site.position(rung.sequence))
    }
}
