import Activities
import HTTP

extension Roots {
    /// Alerts of one frame: the newest; a reader who was away for longer hears no more than that.
    static let alerts = 50

    /// What rang after a cursor, each activity once.
    func alerts(of records: [ActivityRecord], after cursor: Cursor) throws -> [Delivery.Alert] {
        var rung: [String: (record: ActivityRecord, alert: ActivityRecord.RungAlert)] = [:]
        for record in records {
            if let alert = record.rungAlert(after: cursor.sequence) { rung[record.id] = (record, alert) }
        }
        let newest = rung.values.sorted { $0.alert.sequence < $1.alert.sequence }.suffix(Self.alerts)
        return try newest.compactMap { record, alert in
            try banner(of: record, alert).map { Delivery.Alert(activity: record.id, sequence: alert.sequence, banner: $0) }
        }
    }
}
