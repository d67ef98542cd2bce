/// One event of an event stream (HTML Standard, section 9.2.6); no text in it can forge a field or end the event.
public struct ServerSentEvent: Sendable, Hashable {
    /// Nil is a `message`; one that holds CR, LF or NUL is left out.
    public var event: String?
    /// UTF-8; split at every line end into `data:` lines. Nil: no data, and browsers then raise no event.
    public var data: [UInt8]?
    /// One that holds CR, LF or NUL is left out.
    public var id: String?
    /// How long a browser waits before it connects anew, in milliseconds.
    public var retry: Int?

    public init(event: String? = nil, data: [UInt8]? = nil, id: String? = nil, retry: Int? = nil) {
        self.event = event
        self.data = data
        self.id = id
        self.retry = retry
    }

    public init(event: String? = nil, data: String, id: String? = nil, retry: Int? = nil) {
        self.init(event: event, data: Array(data.utf8), id: id, retry: retry)
    }

    /// A comment without text: keeps a silent connection open.
    public static let heartbeat: [UInt8] = Array(":\n\n".utf8)

    /// Appends the event with the empty line that ends it; nothing where it says nothing.
    public func append(to buffer: inout [UInt8]) {
        let start = buffer.count
        if let event { Self.append("event: ", text: event, to: &buffer) }
        if let id { Self.append("id: ", text: id, to: &buffer) }
        if let retry, retry >= 0 {
            buffer.append("retry: ")
            buffer.append(decimal: retry)
            buffer.append(.lf)
        }
        if let data { Self.append(lines: data, prefix: "data: ", to: &buffer) }
        if buffer.count > start { buffer.append(.lf) }
    }

    private static func append(_ name: StaticString, text: String, to buffer: inout [UInt8]) {
        if text.utf8.contains(where: { $0 == .cr || $0 == .lf || $0 == 0 }) { return }
        buffer.append(name)
        buffer.append(contentsOf: text.utf8)
        buffer.append(.lf)
    }

    /// One line per line of text, at CRLF, CR and LF alike; an empty last one is kept.
    private static func append(lines bytes: [UInt8], prefix: StaticString, to buffer: inout [UInt8]) {
        var start = 0
        var index = 0
        while index <= bytes.count {
            if index == bytes.count || bytes[index] == .lf || bytes[index] == .cr {
                buffer.append(prefix)
                buffer.append(contentsOf: bytes[start..<index])
                buffer.append(.lf)
                if index + 1 < bytes.count, bytes[index] == .cr, bytes[index + 1] == .lf { index += 1 }
                start = index + 1
            }
            index += 1
        }
    }
}
