extension ActivityCenter {
    /// In its newest state, also one that is over; nil: never known, or forgotten. Throws `JournalError`.
    func newest(_ id: String) throws -> ActivityRecord? { try board.activity(id) ?? journal.activity(id) }

    /// What is told of one activity: now, at each of its changes, and until it is dismissed or forgotten.
    func sequence<Element: Sendable & Equatable>(of id: String, _ look: @escaping @Sendable () -> Element?) -> ActivitySequence<Element> {
        let (notes, continuation) = AsyncStream.makeStream(of: String.self, bufferingPolicy: .bufferingNewest(1))
        let leave = join(continuation) { turn in
            guard turn.ids.contains(id) || turn.rotatedIDs.contains(id) else { return }
            continuation.yield(id)
            if turn.takesAway(id) { continuation.finish() }
        }
        continuation.yield(id)
        // It may have gone before anybody listened.
        if isGone(id) {
            continuation.finish()
            leave()
        }
        return ActivitySequence(notes: notes, look: { _ in look() }, isSame: ==)
    }

    /// Each activity of a kind that starts from now on; the newest `Board.keptDismissed` that nobody has read yet, for as many are readable for certain.
    func starts<Element: Sendable>(of kind: String, _ look: @escaping @Sendable (String) -> Element?) -> ActivitySequence<Element> {
        let (notes, continuation) = AsyncStream.makeStream(of: String.self, bufferingPolicy: .bufferingNewest(Board.keptDismissed))
        _ = join(continuation) { turn in
            for change in turn.changes where change.event == .start && change.activity?.kind == kind {
                if let id = change.activityID { continuation.yield(id) }
            }
        }
        return ActivitySequence(notes: notes, look: look, isSame: { _, _ in false })
    }

    /// What is told of the settings: now, and at each of their changes.
    func settingsSequence<Element: Sendable & Equatable>(_ look: @escaping @Sendable (Settings) -> Element) -> ActivitySequence<Element> {
        let (notes, continuation) = AsyncStream.makeStream(of: String.self, bufferingPolicy: .bufferingNewest(1))
        _ = join(continuation) { turn in
            if turn.settingsChanged { continuation.yield("") }
        }
        continuation.yield("")
        return ActivitySequence(notes: notes, look: { _ in look(self.board.settings) }, isSame: ==)
    }

    private func isGone(_ id: String) -> Bool { board.activity(id).map { $0.activityState == .dismissed } ?? true }

    /// Puts a reader on the feed until it ends, its task is cancelled or nobody holds it any more; the answer takes it off.
    private func join(
        _ continuation: AsyncStream<String>.Continuation, _ subscriber: @escaping @Sendable (FeedTurn) -> Void
    ) -> @Sendable () -> Void {
        let token = feed.subscribe(subscriber)
        // Weakly: the feed holds the subscriber, which holds the continuation, which holds this.
        let leave: @Sendable () -> Void = { [weak feed] in feed?.unsubscribe(token) }
        continuation.onTermination = { _ in leave() }
        return leave
    }
}

extension FeedTurn {
    fileprivate func takesAway(_ id: String) -> Bool {
        changes.contains { $0.activityID == id && ($0.event == .delete || $0.activity?.activityState == .dismissed) }
    }
}
