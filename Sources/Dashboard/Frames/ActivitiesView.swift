import Activities
import HTTP

/// One or several activities by their ids: a deep link's page, an embed, or all the links that a browser has open.
struct ActivitiesView: LiveView {
    /// The presentations that activity streams carry (http.md, "Live streams").
    static let presentations = ["lock-screen", "embed", "standby"]

    let ids: [String]
    let isOperator: Bool
    let roots: Roots

    func delivery(after cursor: Cursor?) throws -> Delivery {
        let board = roots.site.board
        // Read before the records: what changes in between is then delivered once more rather than lost.
        let newest = board.revision
        let records = try ids.compactMap { try board.activity($0) ?? roots.site.archive.activity($0) }
        let reached = max(newest, cursor?.sequence ?? 0)
        var delivery = Delivery(cursor: Cursor(reached))
        delivery.isLast = records.allSatisfy { $0.activityState == .dismissed }
        // A removal that says the same at the same cursor would be sent for ever.
        if let cursor, cursor.sequence >= newest { return delivery }
        if cursor == nil { delivery.events.append(.reset(records.flatMap(elements))) }
        let after = cursor?.sequence ?? 0
        for record in records where cursor == nil || record.sequence > after {
            delivery.events.append(.put(try put(record, withControls: cursor == nil || record.controlsSequence > after)))
        }
        if cursor != nil {
            for id in ids where !records.contains(where: { $0.id == id }) {
                delivery.events += elements(id).map(Delivery.Event.remove)
            }
        }
        if let cursor { delivery.alerts = try roots.alerts(of: records, after: cursor) }
        return delivery
    }

    /// Of these activities, whatever their cards.
    func alerts(after cursor: Cursor) throws -> [Delivery.Alert] {
        try roots.alerts(of: roots.site.board.activities(ids).activities, after: cursor)
    }

    private func elements(_ record: ActivityRecord) -> [String] { elements(record.id) }

    private func elements(_ id: String) -> [String] {
        (Self.presentations + ["history"] + (isOperator ? ["controls"] : [])).map { "\($0)-\(id)" }
    }

    /// Cards go on while the disk cannot be read; the history is put again with the next change.
    private func history(_ record: ActivityRecord) throws -> [UInt8] {
        do { return try roots.history(of: record) } catch is JournalError { return [] }
    }

    private func put(_ record: ActivityRecord, withControls: Bool) throws -> [UInt8] {
        var bytes = try Self.presentations.flatMap { try roots.presentation($0, of: record) } + history(record)
        if isOperator, withControls { bytes += try roots.controls(of: record) }
        return bytes
    }
}
