import HTTP
import Synchronization

/// A source with one number that grows; what a subscriber lacks is the newest.
final class Numbers: EventSource {
    private struct State {
        var frame: Frame?
        var sequence: UInt64 = 0
        var bells: [ObjectIdentifier: Bell] = [:]
        var asked = 0
    }

    private let state = Mutex(State())
    let padding: Int

    init(padding: Int = 0) { self.padding = padding }

    func frame(after cursor: Cursor?) -> Frame? {
        state.withLock { state in
            state.asked += 1
            guard let frame = state.frame else { return nil }
            if let cursor, cursor >= frame.cursor { return nil }
            return frame
        }
    }

    func attach(_ bell: Bell) { state.withLock { $0.bells[ObjectIdentifier(bell)] = bell } }
    func detach(_ bell: Bell) { state.withLock { $0.bells[ObjectIdentifier(bell)] = nil } }
    var attached: Int { state.withLock { $0.bells.count } }
    var asked: Int { state.withLock { $0.asked } }

    func publish(isLast: Bool = false) {
        let bells = state.withLock { state in
            state.sequence += 1
            let data = [UInt8](repeating: UInt8(ascii: "x"), count: padding)
            let payload = Array("id: 1-\(state.sequence)\ndata: ".utf8) + data + Array("\n\n".utf8)
            state.frame = Frame(payload: payload, cursor: Cursor(state.sequence), isLast: isLast)
            return Array(state.bells.values)
        }
        for bell in bells { bell.ring() }
    }

    func stream(cursor: Cursor? = nil, tag: String? = nil) -> Response {
        let stream = EventStream(preamble: Array("retry: 1000\n\n".utf8), source: self, cursor: cursor, tag: tag)
        return Response(.ok, fields: ["Content-Type": "text/event-stream"], body: .stream(stream))
    }
}
