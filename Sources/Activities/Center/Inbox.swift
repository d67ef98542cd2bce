/// A command and whoever waits for its answer.
struct Waiting: Sendable {
    let command: Command
    let completion: @Sendable (Result<Outcome, ActivityError>) -> Void
}

/// Commands that wait for the next turn, in order of arrival; at most `Limits.waitingCommands`.
struct Inbox: Sendable {
    enum Place: Sendable { case first, behind }

    var isStarted = false
    private var waiting: [Waiting] = []

    /// The first calls for a turn; none where it is full. Time passes even then.
    mutating func add(_ command: Waiting) -> Place? {
        guard waiting.count < Limits.waitingCommands || command.command.isTime else { return nil }
        waiting.append(command)
        return waiting.count == 1 ? .first : .behind
    }

    mutating func takeAll() -> [Waiting] {
        defer { waiting = [] }
        return waiting
    }
}

extension Command {
    /// The timekeeper's own: at most one of them waits, so it needs no place.
    fileprivate var isTime: Bool {
        if case .letTimePass = self { true } else { false }
    }
}
