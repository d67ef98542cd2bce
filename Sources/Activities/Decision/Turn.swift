import Foundation

/// All commands that waited, decided one after the other.
struct Turn {
    struct Decided {
        /// In order, to be made durable together.
        var changes: [Change] = []
        /// One for each command.
        var results: [Result<Outcome, ActivityError>] = []
    }

    var draft: Draft
    let rules: Rules
    let now: Date

    /// A command that throws leaves the draft as it was. What fell due before now has happened before anybody is asked: a command
    /// never meets an activity that only a late timer keeps alive.
    func decide(_ commands: [Command]) -> Decided {
        var draft = draft
        var decided = Decided()
        if !draft.isQuiet(until: now), !commands.starts(withTime: ()) {
            let passed = rules.letTimePass(draft, now: now)
            draft.absorb(passed.changes)
            decided.changes += passed.changes
        }
        for command in commands {
            do throws(ActivityError) {
                let decision = try rules.decide(command, draft, now: now)
                draft.absorb(decision.changes)
                decided.changes += decision.changes
                decided.results.append(.success(decision.outcome))
            } catch {
                decided.results.append(.failure(error))
            }
        }
        return decided
    }
}

extension [Command] {
    fileprivate func starts(withTime: Void) -> Bool {
        if case .letTimePass? = first { true } else { false }
    }
}
