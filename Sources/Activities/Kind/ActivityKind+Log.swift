extension ActivityKind {
    /// What the guides' consoles say for most kinds (product.md, "The log says what the guides' consoles say").
    public static func logLine(_ event: Change.Event, _ record: ActivityRecord) -> String? {
        switch event {
        case .start: "Requested a \(title.lowercased()) Live Activity \(record.shortID)"
        case .update: "Updating content state for activity \(record.shortID)"
        case .end: "Ending the \(title.lowercased()) Live Activity \(record.shortID)"
        default: nil
        }
    }

    public static func label(of flip: ActivityRecord.Flip) -> String {
        switch flip {
        case .midpoint: "Halfway"
        case .end: "Time is up"
        }
    }
}

extension ActivityRecord {
    /// The first 8 characters of the id: logs never carry a whole one, which is the right to look.
    public var shortID: String { String(id.prefix(8)) }

    /// Past the upper bound of its range.
    public var isDelivered: Bool { flips.contains(.end) }
}
