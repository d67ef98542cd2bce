import Dispatch
import Glibc
import Synchronization

/// SIGTERM and SIGINT, heard from its making on.
final class Termination: Sendable {
    private struct State: Sendable {
        var isAsked = false
        var waiter: CheckedContinuation<Void, Never>?
    }

    private let state = Mutex(State())
    /// Dispatch does not mark its sources Sendable.
    private nonisolated(unsafe) var sources: [any DispatchSourceSignal] = []  // set in `init`, and read when nobody else can any more

    init() {
        sources = [SIGTERM, SIGINT].map { number in
            signal(number, SIG_IGN)
            let source = DispatchSource.makeSignalSource(signal: number, queue: .global())
            source.setEventHandler { [weak self] in self?.ask() }
            source.activate()
            return source
        }
    }

    deinit { for source in sources { source.cancel() } }

    /// Returns once the process is asked to end.
    func isAsked() async {
        await withCheckedContinuation { continuation in
            let wasAsked = state.withLock { state in
                if !state.isAsked { state.waiter = continuation }
                return state.isAsked
            }
            if wasAsked { continuation.resume() }
        }
    }

    private func ask() {
        let waiter = state.withLock { state in
            defer { (state.isAsked, state.waiter) = (true, nil) }
            return state.waiter
        }
        waiter?.resume()
    }
}
