/// A browser's EventSource, as far as it can be seen.
final class EventReader {
    struct Event: Equatable {
        var name = "message"
        var data = ""
        var id: String?
    }

    let head: Answer
    /// The position that a reconnect would send.
    private(set) var lastEventID: String?
    private(set) var retry: String?
    /// The stream ended with its last chunk, as it should, and not in the middle.
    private(set) var isComplete = false
    private let connection: Connection
    private var lines: [String] = []
    private var partial: [UInt8] = []

    init(_ connection: Connection) {
        self.connection = connection
        head = Answer(head: connection)
    }

    /// nil where the stream ends, or nothing comes for ten seconds.
    func next() -> Event? {
        var event = Event()
        var data: [String] = []
        var isEmpty = true
        while let line = line() {
            if line.isEmpty {
                if isEmpty { continue }
                event.data = data.joined(separator: "\n")
                if let id = event.id { lastEventID = id }
                return event
            }
            let parts = line.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
            let value = parts.count > 1 ? String(parts[1].trimmingPrefix(" ")) : ""
            switch parts[0] {
            case "event": (event.name, isEmpty) = (value, false)
            case "data":
                data.append(value)
                isEmpty = false
            case "id": event.id = value
            case "retry": retry = value
            default: break
            }
        }
        return nil
    }

    /// The next one of that name, whatever comes before it.
    func next(_ name: String) -> Event? {
        while let event = next() { if event.name == name { return event } }
        return nil
    }

    /// All up to and with the first that has an id: one step of the server's.
    func step() -> [Event] {
        var events: [Event] = []
        while let event = next() {
            events.append(event)
            if event.id != nil { break }
        }
        return events
    }

    private func line() -> String? {
        while true {
            if let end = partial.firstIndex(of: 10) {
                defer { partial.removeFirst(end + 1) }
                return String(decoding: partial[..<end], as: UTF8.self)
            }
            guard !isComplete, let chunk = connection.chunk() else { return nil }
            if chunk.isEmpty { isComplete = true }
            partial += chunk
        }
    }
}
