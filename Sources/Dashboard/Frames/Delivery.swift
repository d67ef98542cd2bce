import Answers
import HTTP

/// The events that bring a subscriber from one cursor to another, not yet encoded.
struct Delivery {
    enum Event {
        case put([UInt8])
        case remove(String)
        /// The element ids shown, in order; all others go.
        case reset([String])
        case alert([UInt8])
    }

    /// What rang, on whichever of a stream's pages it is shown.
    struct Alert {
        let activity: String
        let sequence: UInt64
        let banner: [UInt8]
    }

    var events: [Event] = []
    /// Told last and in the order in which they rang, each once: a page takes none that is older than the last one it took.
    var alerts: [Alert] = []
    let cursor: Cursor
    var isLast = false

    /// Encoded as a frame, nil where there is nothing to say.
    ///
    /// Only the last event carries the id: a reader that was cut in the middle resumes from before all of them.
    func frame(epoch: String) -> Frame? {
        let events = events + ringing
        guard !events.isEmpty || isLast else { return nil }
        var payload: [UInt8] = []
        for (index, event) in events.enumerated() {
            let id = index == events.count - 1 ? Position(epoch: epoch, sequence: cursor.sequence).text : nil
            event.encode(into: &payload, id: id)
        }
        return Frame(payload: payload, cursor: cursor, isLast: isLast)
    }

    /// What rang after the frame's cursor comes with the next frame: told now, it would pass over one that rang before it and is not here yet.
    private var ringing: [Event] {
        var seen: Set<UInt64> = []
        return alerts.filter { $0.sequence <= cursor.sequence }.sorted { $0.sequence < $1.sequence }
            .filter { seen.insert($0.sequence).inserted }.map { .alert($0.banner) }
    }
}

extension Delivery.Event {
    fileprivate func encode(into payload: inout [UInt8], id: String?) {
        switch self {
        case .put(let roots): ServerSentEvent(event: "put", data: roots, id: id).append(to: &payload)
        case .remove(let element): ServerSentEvent(event: "remove", data: element, id: id).append(to: &payload)
        case .reset(let elements): ServerSentEvent(event: "reset", data: elements.joined(separator: "\n"), id: id).append(to: &payload)
        case .alert(let banner): ServerSentEvent(event: "alert", data: banner, id: id).append(to: &payload)
        }
    }
}
