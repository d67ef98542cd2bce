import HTTP

/// How streams end: with everything they were to get and a complete framing, or cut.
extension Subscribers {
    func end(tag name: String) {
        guard let tag = tags[name] else { return }
        for index in rows.indices where rows[index]?.tag === tag { end(UInt32(index)) }
    }

    func endAll() {
        for index in rows.indices { end(UInt32(index)) }
    }

    func cutAll() {
        for index in rows.indices { remove(UInt32(index)) }
    }

    private func end(_ index: UInt32) {
        guard let row = rows[Int(index)], !row.traits.contains(.ends) else { return }
        rows[Int(index)]?.traits.insert(.ends)
        if row.pending.isEmpty { finish(index) }
    }

    /// Everything it was to get is out: the final chunk, then the close. What is kept of the chunk comes back here with nothing to say.
    func finish(_ index: UInt32) {
        guard let row = rows[Int(index)] else { return }
        if row.pending.isEmpty, row.traits.contains(.isComplete) { return remove(index) }
        rows[Int(index)]?.traits.insert(.isComplete)
        if send(row.coding.end, to: index) { remove(index) }
    }
}
