import Dispatch
import Foundation
import Synchronization

/// The only door to the state. One serial executor; each turn takes all that waits, decides each on a draft that holds those before
/// it, appends all in one transaction, then shows, announces and answers.
public final class ActivityCenter: Sendable {
    public let board: Board
    public let feed = Feed()
    public let kinds: KindRegistry
    /// Names the store (`Journal.epoch`).
    public let epoch: String

    /// By kind; a push with it starts an activity (activitykit.md, "APNs-compatible push").
    public let pushToStartTokens: [String: String]

    let journal: any Journal
    let clock: any ActivityClock
    let log: Log
    let rules: Rules
    private let timekeeper: Timekeeper
    private let executor = DispatchQueue(label: "islet.activities", qos: .userInitiated)
    private let inbox = Mutex(Inbox())

    /// Loads what the journal holds; throws `JournalError`. Time stands still until `start`. `timeZone`, in which a kind's day ends, wins over the
    /// setting; nil: the setting's, or the machine's.
    public init(
        journal: any Journal, kinds: KindRegistry, limits: Limits = Limits(), identifiers: Identifiers = .random,
        timeZone: TimeZone? = nil, clock: any ActivityClock = SystemClock(), log: @escaping Log = { _, _ in }
    ) throws {
        self.journal = journal
        self.kinds = kinds
        self.clock = clock
        self.log = log
        epoch = journal.epoch
        rules = Rules(kinds: kinds, limits: limits, identifiers: identifiers, timeZone: timeZone)
        timekeeper = Timekeeper(clock: clock)
        board = Board(try journal.load(), kinds: kinds)
        pushToStartTokens = try journal.pushToStartTokens(
            proposed: Dictionary(kinds.all.map { ($0.kind, identifiers.pushToken()) }) { first, _ in first })
    }

    /// What fell due while nobody ran happens now, in order; from here on time passes by itself.
    public func start() {
        inbox.withLock { $0.isStarted = true }
        executor.async { [weak self] in self?.arm(failed: false) }
    }

    /// Time stands still again: no wake-up is left.
    public func stop() {
        inbox.withLock { $0.isStarted = false }
        executor.async { [weak self] in self?.arm(failed: false) }
    }

    /// Answers on the executor once the change is durable, visible and announced. With `Limits.waitingCommands` waiting it answers
    /// `.busy` at once.
    public func perform(_ command: Command, completion: @escaping @Sendable (Result<Outcome, ActivityError>) -> Void) {
        let place = inbox.withLock { $0.add(Waiting(command: command, completion: completion)) }
        switch place {
        case .first: executor.async { [weak self] in self?.takeTurn() }
        case .behind: break
        case .none: completion(.failure(.busy))
        }
    }

    public func perform(_ command: Command) async throws(ActivityError) -> Outcome {
        let result = await withCheckedContinuation { continuation in
            perform(command) { continuation.resume(returning: $0) }
        }
        return try result.get()
    }

    private func takeTurn() {
        let waiting = inbox.withLock { $0.takeAll() }
        let turn = Turn(draft: Draft(board: board, journal: journal), rules: rules, now: clock.now.millisecondBefore)
        let decided = turn.decide(waiting.map(\.command))
        do {
            if !decided.changes.isEmpty {
                try journal.append(decided.changes)
                let rotated = rotated(by: decided.changes)
                board.apply(decided.changes)
                announce(decided.changes, rotated: rotated)
            }
        } catch {
            fail(waiting, with: error as? JournalError ?? JournalError(reason: String(describing: error)))
            return
        }
        for (waiting, result) in zip(waiting, decided.results) { waiting.completion(result) }
        report(decided)
        arm(failed: false)
    }

    private func fail(_ waiting: [Waiting], with error: JournalError) {
        log(.error, "Nothing could be stored: \(error.reason)")
        for waiting in waiting { waiting.completion(.failure(.store(error))) }
        arm(failed: true)
    }

    /// Against what is visible, so before it is applied.
    private func rotated(by changes: [Change]) -> [String] {
        changes.compactMap { change in
            guard change.event == .mark, let activity = change.activity else { return nil }
            return board.activity(activity.id)?.pushToken == activity.pushToken ? nil : activity.id
        }
    }

    private func announce(_ changes: [Change], rotated: [String]) {
        let visible = changes.filter { $0.event != .mark }
        guard !visible.isEmpty || !rotated.isEmpty else { return }
        var seen: Set<String> = []
        let ids = visible.reversed().compactMap { $0.activity?.id }.filter { seen.insert($0).inserted }
        feed.publish(
            FeedTurn(
                ids: ids.reversed(), settingsChanged: visible.contains { $0.event == .settings }, revision: board.revision, changes: visible,
                rotatedIDs: rotated))
    }

    private func report(_ decided: Turn.Decided) {
        for change in decided.changes {
            guard let activity = change.activity, let line = kinds[activity.kind]?.logLine(change.event, activity) else { continue }
            log(.info, line)
        }
        for result in decided.results {
            switch result {
            case .success(let outcome): if let warning = outcome.warning { log(.warning, warning) }
            case .failure(.authorization(.denied)): log(.warning, "Live Activities are not enabled")
            case .failure: break
            }
        }
    }

    private func arm(failed: Bool) {
        let isStarted = inbox.withLock { $0.isStarted }
        timekeeper.arm(for: isStarted ? board.nextInstant : nil, failed: failed) { [weak self] in
            self?.perform(.letTimePass) { _ in }
        }
    }
}
