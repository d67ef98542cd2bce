import Activities
import Answers
import HTTP

/// A piece of the log as the bytes of its events, each with its position, and where a reader stands after it.
struct LogPage {
    /// Events of one page: what one look at the store costs an event loop at most, some milliseconds.
    static let limit = 64
    /// Bytes at which a page ends; its last event is whole. A slow reader holds no more than its page.
    static let byteLimit = 65_536

    private(set) var payload: [UInt8] = []
    private(set) var cursor: Cursor
    private(set) var isLast = false

    /// Nothing to say.
    init(at cursor: Cursor) { self.cursor = cursor }

    /// `changes`: at most a page of them, oldest first, as the store has them after a position. Of those beyond `newest` nobody has
    /// been told yet: they are left for their own turn.
    init(_ changes: [Change], newest: UInt64, _ backend: Backend) {
        cursor = Cursor(newest)
        for (index, change) in changes.enumerated() {
            guard change.sequence <= newest else { return }
            append(change, backend)
            let isCut = payload.count >= Self.byteLimit && index < changes.count - 1
            if isCut || index == Self.limit - 1 {
                cursor = Cursor(change.sequence)
                return
            }
        }
    }

    private mutating func append(_ change: Change, _ backend: Backend) {
        let id = Position(epoch: backend.center.epoch, sequence: change.sequence).text
        ServerSentEvent(event: change.event.rawValue, data: backend.json(change).bytes, id: id).append(to: &payload)
    }

    init(_ reset: LogReset) {
        payload = reset.bytes
        cursor = reset.cursor
    }

    /// The same as the end of the stream.
    var asLast: LogPage {
        var page = self
        page.isLast = true
        return page
    }

    /// nil where there is nothing to say.
    var frame: Frame? { payload.isEmpty && !isLast ? nil : Frame(payload: payload, cursor: cursor, isLast: isLast) }
}
