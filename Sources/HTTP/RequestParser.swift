/// Requests out of the bytes of one connection, however they are cut (RFC 9112); linear in the bytes, bounded by its limits.
///
/// Feed it with `append`, then ask `next()` until it answers nil. Ask again once a request is answered: what came behind it waits.
public struct RequestParser: Sendable {
    public enum Event: Sendable {
        /// The head is whole and its client waits for `100 Continue` before it sends the body.
        case expectsContinue
        case request(Request)
        /// Answer it; unless it `closes`, the parser drains the rest of that request and goes on.
        case failure(RequestError)
    }

    /// How far the request is that `next()` looks at.
    public enum Phase: Sendable, Hashable { case idle, head, body, failed }

    public private(set) var phase: Phase = .idle
    /// Bytes of the body of the request at hand that came so far, framing not counted; for a minimum rate.
    public var bodyReceived: Int { reader?.received ?? 0 }
    /// Bytes that were appended and that `next()` has not taken: pipelined ones, or the beginning of a line. Its bound is the caller's.
    public var buffered: Int { buffer.count - consumed }
    /// Limits hold from the next request on.
    public var limits: Limits

    private var buffer: [UInt8] = []
    private var consumed = 0
    private var head: HeadParser
    private var request: Request?
    private var body: [UInt8] = []
    private var reader: BodyReader?
    /// Told once the body, whose length nobody knows before, is drained.
    private var refusal: RequestError.Reason?
    /// The answer was already asked for; what is read now is drained.
    private var isAnswered = false
    private var pending: Event?

    public init(limits: Limits = Limits()) {
        self.limits = limits
        head = HeadParser(limits: limits)
    }

    public mutating func append(_ bytes: UnsafeRawBufferPointer) {
        if phase == .failed { return }
        makeRoom()
        buffer.append(contentsOf: bytes)
    }

    public mutating func append(_ bytes: some Collection<UInt8>) {
        if phase == .failed { return }
        makeRoom()
        buffer.append(contentsOf: bytes)
    }

    /// What the bytes so far amount to; nil when more must come.
    public mutating func next() -> Event? {
        if let event = pending {
            pending = nil
            return event
        }
        while phase != .failed {
            do throws(RequestError.Reason) {
                if reader == nil, try !readHead() { return nil }
                if let event = pending {
                    pending = nil
                    return event
                }
                if try !readBody() { return nil }
                if let event = finish() { return event }
            } catch {
                return fail(error)
            }
        }
        return nil
    }

    /// Keeps the buffer small: taken bytes go when they are the greater half, so that each is moved once at most.
    private mutating func makeRoom() {
        if consumed == buffer.count {
            if buffer.capacity > Self.idleCapacity { buffer = [] } else { buffer.removeAll(keepingCapacity: true) }
            consumed = 0
        } else if consumed > buffer.count - consumed {
            buffer.removeSubrange(..<consumed)
            consumed = 0
        }
    }

    /// Bytes that a connection between two requests may hold on to.
    private static let idleCapacity = 4 * 1024

    private mutating func readHead() throws(RequestError.Reason) -> Bool {
        if head.limits != limits, !head.hasBegun { head = HeadParser(limits: limits) }
        let start = consumed
        let (end, isComplete) = try buffer.withUnsafeBufferPointer { (bytes) throws(RequestError.Reason) in
            try head.consume(bytes, from: start)
        }
        consumed = end
        if head.hasBegun { phase = .head }
        if isComplete { try accept() }
        return isComplete
    }

    /// Framing first, then Host, then what the client expects.
    private mutating func accept() throws(RequestError.Reason) {
        guard let line = head.requestLine else { throw .requestLineMalformed }
        let framing = try head.framing.framing(line.version)
        try head.framing.checkHost(line.version)
        let request = Request(method: line.method, target: line.target, version: line.version, fields: Fields(head.fields))
        self.request = request
        phase = .body
        let waits = head.framing.expectsContinue(line.version)
        do throws(RequestError.Reason) {
            try head.framing.checkExpectations()
            if case .length(let length) = framing, length > limits.body { throw .bodyTooLarge }
            reader = BodyReader(framing, keep: limits.body, limits: limits)
            if waits, framing != .length(0) { pending = .expectsContinue }
        } catch {
            try refuse(request, framing, waits: waits, error)
        }
    }

    /// A client that waits for 100 may never send its body, and one whose body is too long to drain is not read on: both are closed.
    private mutating func refuse(
        _ request: Request, _ framing: Framing, waits: Bool, _ reason: RequestError.Reason
    ) throws(RequestError.Reason) {
        if waits || !request.keepsAlive { throw reason }
        reader = BodyReader(framing, keep: 0, limits: limits)
        switch framing {
        case .chunked: refusal = reason
        case .length(let length):
            if length > limits.drain { throw reason }
            isAnswered = true
            pending = failure(reason, closes: false)
        }
    }

    private mutating func readBody() throws(RequestError.Reason) -> Bool {
        let start = consumed
        let (end, isComplete) = try buffer.withUnsafeBufferPointer { (bytes) throws(RequestError.Reason) in
            try reader?.consume(bytes, from: start, into: &body) ?? (start, false)
        }
        consumed = end
        return isComplete
    }

    /// The request is whole: what it amounts to, nil where it was answered before.
    private mutating func finish() -> Event? {
        let event: Event?
        if isAnswered {
            event = nil
        } else if let reason = refusal ?? (reader?.isOver == true ? .bodyTooLarge : nil) {
            event = failure(reason, closes: request?.keepsAlive != true)
        } else {
            request?.body = body
            event = request.map { .request($0) }
        }
        startOver()
        if case .failure(let error) = event, error.closes { close() }
        return event
    }

    private mutating func startOver() {
        head = HeadParser(limits: limits)
        request = nil
        body = []
        reader = nil
        refusal = nil
        isAnswered = false
        phase = .idle
        makeRoom()
    }

    /// Nothing of this connection is read any more; nil where the answer has gone out before.
    private mutating func fail(_ reason: RequestError.Reason) -> Event? {
        let event = isAnswered ? nil : failure(refusal ?? reason, closes: true)
        startOver()
        close()
        return event
    }

    private mutating func close() {
        phase = .failed
        buffer = []
        consumed = 0
    }

    private func failure(_ reason: RequestError.Reason, closes: Bool) -> Event {
        let line = head.requestLine
        return .failure(RequestError(reason, closes: closes, method: line?.method, version: line?.version))
    }
}
