import Dispatch
import HTTP
import Synchronization

/// One view as an event source: every subscriber of the same view is on the same object, so each step is made once.
public final class SharedSource: EventSource {
    /// Steps kept at once: one for each distinct cursor among readers; beyond that the memo starts anew.
    public static let keptSteps = 64

    private struct State {
        var bells: [Bell] = []
        /// Changes with every ring: a step made before it may lack what rang.
        var generation: UInt64 = 0
        var steps: [Cursor?: Frame?] = [:]
        /// A step failed, and a look is on its way.
        var looksAgain = false
    }

    private let step: @Sendable (Cursor?) throws -> Frame?
    private let state = Mutex(State())
    private let onEnd: @Sendable () -> Void
    private let later: Later
    private let report: @Sendable (any Error) -> Void

    /// Has something done after a while.
    public typealias Later = @Sendable (@escaping @Sendable () -> Void) -> Void

    /// A second on: what could not be read may be readable again, and nobody else would wake who waits for it.
    public static let aSecondOn: Later = { DispatchQueue.global(qos: .utility).asyncAfter(deadline: .now() + 1, execute: $0) }

    /// `step` makes what a reader at a cursor lacks; what it throws is told to `report`, and whoever reads is rung again `later`.
    /// `onEnd` is called once nobody holds this source any more.
    public init(
        step: @escaping @Sendable (Cursor?) throws -> Frame?, report: @escaping @Sendable (any Error) -> Void,
        onEnd: @escaping @Sendable () -> Void = {}, later: @escaping Later = aSecondOn
    ) {
        self.later = later
        self.step = step
        self.report = report
        self.onEnd = onEnd
    }

    deinit { onEnd() }

    public func frame(after cursor: Cursor?) -> Frame? {
        let (known, generation) = state.withLock { ($0.steps[cursor], $0.generation) }
        if let known { return known }
        let made: Frame?
        do {
            made = try step(cursor)
        } catch {
            // Not kept as a step: the next look tries again.
            report(error)
            lookAgain()
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

    private func lookAgain() {
        let isFirst = state.withLock { state in
            defer { state.looksAgain = true }
            return !state.looksAgain
        }
        guard isFirst else { return }
        later { [weak self] in
            self?.state.withLock { $0.looksAgain = false }
            self?.ring()
        }
    }

    public func attach(_ bell: Bell) { state.withLock { $0.bells.append(bell) } }

    public func detach(_ bell: Bell) { state.withLock { $0.bells.removeAll { $0 === bell } } }

    /// What this source shows has changed.
    public func ring() {
        let bells = state.withLock { state in
            state.generation += 1
            state.steps = [:]
            return state.bells
        }
        for bell in bells { bell.ring() }
    }
}
