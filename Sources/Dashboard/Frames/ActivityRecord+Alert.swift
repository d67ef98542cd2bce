import Activities

extension ActivityRecord {
    /// The alert that a reader at `sequence` has yet to hear; one of a pending activity rings when it starts, not before.
    func rungAlert(after sequence: UInt64) -> RungAlert? {
        guard activityState != .pending, let alert, alert.sequence > sequence else { return nil }
        return alert
    }
}
