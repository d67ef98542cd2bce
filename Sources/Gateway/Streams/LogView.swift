import Activities
import Answers
import HTTP

/// What one stream reads of the log; a pure reading of the store up to what the board has published.
protocol LogView: Sendable {
    /// The whole state and the position at which it is true, both of one moment.
    func reset() throws -> LogReset
    /// What a reader at a position has missed, a bounded piece of it; nil: nothing.
    func page(after cursor: Cursor) throws -> LogPage?
}

/// State to start from, as one event of a stream, and where the log goes on after it.
struct LogReset {
    let bytes: [UInt8]
    let cursor: Cursor

    /// `records` in the order in which they are told.
    init(_ records: [ActivityRecord], revision: UInt64, _ backend: Backend) {
        cursor = Cursor(revision)
        let data = JSON.object(["event": .string("reset"), "activities": .array(records.map { backend.json($0, withToken: false) })])
        var bytes: [UInt8] = []
        let id = Position(epoch: backend.center.epoch, sequence: revision).text
        ServerSentEvent(event: "reset", data: data.bytes, id: id).append(to: &bytes)
        self.bytes = bytes
    }
}
