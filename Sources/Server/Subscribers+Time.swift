import HTTP

/// What time does to subscribers: comments for the silent, an end for those that do not read.
extension Subscribers {
    /// A tick went by: silent subscribers are sent a comment, those that are too long over one frame are cut.
    func ticked() {
        wheel.due(at: loop.tick, into: &due)
        for index in due { lookAt(index) }
        stalled.removeAll { index in
            guard let row = rows[Int(index)], row.traits.contains(.isStalled) else { return true }
            if row.pending.isEmpty {
                rows[Int(index)]?.traits.remove(.isStalled)
                return true
            }
            guard loop.tick - row.begun >= stalledBound else { return false }
            remove(index)
            loop.counters.cuts.add()
            return true
        }
    }

    private func lookAt(_ index: UInt32) {
        guard let row = rows[Int(index)], row.due == loop.tick else { return }
        let patience = patience(of: row)
        let isSilent = row.pending.isEmpty && loop.tick - row.lastSent >= patience
        if isSilent { _ = send(heartbeats[row.coding.rawValue], to: index) }
        guard let row = rows[Int(index)] else { return }
        let next = max(loop.tick + 1, isSilent || !row.pending.isEmpty ? loop.tick + patience : row.lastSent + patience)
        rows[Int(index)]?.due = next
        wheel.schedule(index, at: next)
    }

    /// One broadcast makes everybody silent at once; this spreads their comments over the last fifth of the period.
    func patience(of row: Subscriber) -> UInt32 { wheel.period - row.slot % (wheel.period / 5 + 1) }
}
