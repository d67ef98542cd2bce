import HTTP
import Synchronization

/// One view as an event source: every subscriber of the same view is on the same object, so each step is made once.
final class LiveSource: EventSource {
    /// Steps kept at once: one for each distinct cursor among readers; beyond that the memo starts anew.
    static let keptSteps = 64

    private struct State {
        var bells: [Bell] = []
        /// Changes with every ring: a step made before it may lack what rang.
        var generation: UInt64 = 0
        var steps: [Cursor?: Frame?] = [:]
    }

    private let view: any LiveView
    private let epoch: String
    private let state = Mutex(State())
    private let onEnd: @Sendable () -> Void
    private let report: @Sendable (any Error) -> Void

    /// `onEnd` is called once nobody holds this source any more.
    init(view: any LiveView, epoch: String, report: @escaping @Sendable (any Error) -> Void, onEnd: @escaping @Sendable () -> Void) {
        self.view = view
        self.epoch = epoch
        self.report = report
        self.onEnd = onEnd
    }

    deinit { onEnd() }

    func frame(after cursor: Cursor?) -> Frame? {
        let (known, generation) = state.withLock { ($0.steps[cursor], $0.generation) }
        if let known { return known }
        let made: Frame?
        do {
            made = try view.delivery(after: cursor).frame(epoch: epoch)
        } catch {
            // Not kept as a step: the next look tries again.
            report(error)
            return nil
        }
        return state.withLock { state in
            guard state.generation == generation else { return made }
            // Another loop may have made the same step meanwhile: one object for all, or its bytes are encoded twice.
            if let known = state.steps[cursor] { return known }
            if state.steps.count >= Self.keptSteps { state.steps = [:] }
            state.steps[cursor] = .some(made)
            return made
        }
    }

    func attach(_ bell: Bell) { state.withLock { $0.bells.append(bell) } }

    func detach(_ bell: Bell) { state.withLock { $0.bells.removeAll { $0 === bell } } }

    /// The board has changed in what this view shows.
    func ring() {
        let bells = state.withLock { state in
            state.generation += 1
            state.steps = [:]
            return state.bells
        }
        for bell in bells { bell.ring() }
    }
}
