/// Answers to bytes (RFC 9112, section 4): one buffer, no formatting, no allocation but the buffer's own.
///
/// The encoder alone writes Date, Content-Length, Transfer-Encoding and Connection; what a handler says of them is read, not sent.
public struct ResponseEncoder: Sendable {
    /// How the bytes behind a head are delimited.
    public enum Framing: Sendable, Hashable {
        /// Nothing follows, or exactly what was announced, already in the buffer.
        case complete
        case chunked
        /// HTTP/1.0: the end of the connection is the end of the body.
        case untilClose
    }

    private let isHead: Bool
    private let isOld: Bool
    private let keepsAlive: Bool

    /// For the answer to one request; `keepsAlive` is false where the server closes for a reason of its own.
    public init(answering request: Request, keepsAlive: Bool = true) {
        isHead = request.method == .head
        isOld = request.version == .http1_0
        self.keepsAlive = keepsAlive && request.keepsAlive
    }

    /// For the answer to a request that was refused before it was one.
    public init(answering error: RequestError) {
        isHead = error.method == .head
        isOld = error.version == .http1_0
        keepsAlive = !error.closes
    }

    /// Whether the connection goes on behind this answer; where not, the head says so.
    public func keepsConnection(_ response: Response) -> Bool {
        keeps(response, asked: response.fields[Self.connection])
    }

    private static let connection: Fields.Name = "Connection"

    private func keeps(_ response: Response, asked connection: String?) -> Bool {
        if case .stream = response.body, isOld, !isHead { return false }
        return keepsAlive && connection?.equalsIgnoringCase("close") != true
    }

    /// Appends head and body; of a stream the head alone. `date` as `HTTPDate` writes it. Says how what follows is delimited.
    @discardableResult
    public func append(_ response: Response, date: [UInt8], to buffer: inout [UInt8]) -> Framing {
        let body: [UInt8] = if case .bytes(let bytes) = response.body { bytes } else { [] }
        buffer.reserveCapacity(buffer.count + Self.headEstimate + (isHead ? 0 : body.count))
        appendStatusLine(response.status, to: &buffer)
        buffer.append("Date: ")
        buffer.append(contentsOf: date)
        buffer.append("\r\n")
        var announced: String?
        var asked: String?
        for field in response.fields.all {
            if let own = OwnField(field.name) {
                if own == .contentLength { announced = field.value }
                if own == .connection, asked == nil { asked = field.value }
            } else {
                field.append(to: &buffer)
            }
        }
        let framing = appendFraming(response, count: body.count, announced: announced, to: &buffer)
        appendConnection(keeps(response, asked: asked), to: &buffer)
        buffer.append("\r\n")
        if !isHead, hasBody(response.status) { buffer.append(contentsOf: body) }
        return framing
    }

    /// Room for a usual head, in bytes.
    private static let headEstimate = 512

    private func appendStatusLine(_ status: Status, to buffer: inout [UInt8]) {
        if status.code == 200 { return buffer.append("HTTP/1.1 200 OK\r\n") }
        buffer.append("HTTP/1.1 ")
        let code = (100...999).contains(status.code) ? status.code : 500
        buffer.append(decimal: code)
        buffer.append(.space)
        Fields.Field.append(safe: status.reason, to: &buffer)
        buffer.append("\r\n")
    }

    /// RFC 9110, section 6.4.1.
    private func hasBody(_ status: Status) -> Bool { status.code >= 200 && status.code != 204 && status.code != 304 }

    /// An answer to HEAD keeps the length that GET would have: its body's, or where it has none the one that the handler named.
    private func appendFraming(_ response: Response, count: Int, announced: String?, to buffer: inout [UInt8]) -> Framing {
        guard hasBody(response.status) else { return .complete }
        if case .stream = response.body {
            if !isOld { buffer.append("Transfer-Encoding: chunked\r\n") }
            return isHead ? .complete : isOld ? .untilClose : .chunked
        }
        var length = count
        if isHead, case .none = response.body {
            guard let announced, let named = decimal(announced.utf8) else { return .complete }
            length = named
        }
        buffer.append("Content-Length: ")
        buffer.append(decimal: length)
        buffer.append("\r\n")
        return .complete
    }

    private func appendConnection(_ keeps: Bool, to buffer: inout [UInt8]) {
        if !keeps {
            buffer.append("Connection: close\r\n")
        } else if isOld {
            buffer.append("Connection: keep-alive\r\n")
        }
    }
}

/// The fields that are the encoder's own.
private enum OwnField {
    case contentLength, connection, other

    /// By length first: a name is compared with at most two.
    init?(_ name: Fields.Name) {
        let name = name.canonical
        switch name.utf8.count {
        case 4 where name == "date", 10 where name == "keep-alive", 17 where name == "transfer-encoding": self = .other
        case 10 where name == "connection": self = .connection
        case 14 where name == "content-length": self = .contentLength
        default: return nil
        }
    }
}

extension Fields.Field {
    /// Appends the line; a name that is no token is left out, and a control in a value becomes a space, so that nothing
    /// a user typed ends a line early (RFC 9110, section 5.5: response splitting).
    func append(to buffer: inout [UInt8]) {
        var name = name.spelling
        let isToken = name.withUTF8 { bytes in
            guard !bytes.isEmpty, bytes.allSatisfy({ $0.isToken }) else { return false }
            buffer.append(contentsOf: bytes)
            return true
        }
        guard isToken else { return }
        buffer.append(": ")
        Self.append(safe: value, to: &buffer)
        buffer.append("\r\n")
    }

    static func append(safe text: String, to buffer: inout [UInt8]) {
        var text = text
        text.withUTF8 { bytes in
            if bytes.allSatisfy({ $0.isFieldContent }) {
                buffer.append(contentsOf: bytes)
            } else {
                buffer.append(contentsOf: bytes.lazy.map { $0.isFieldContent ? $0 : .space })
            }
        }
    }
}
