import HTTP

/// What one kind of page shows, as state after a cursor; a pure reading of the published board.
protocol LiveView: Sendable {
    /// What a reader at `cursor` lacks; nil cursor: everything. Empty where nothing changed for it.
    func delivery(after cursor: Cursor?) throws -> Delivery
}
