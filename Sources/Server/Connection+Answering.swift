import Glibc
import HTTP

/// The way out: answers, streams, what does not fit, and the end.
extension Connection {
    // MARK: Answering

    func send(_ response: Response, to request: InFlight) {
        var response = response
        if closesWhenSent || loop.isStopping { response.fields["Connection"] = "close" }
        switch response.body {
        case .stream(let stream): return begin(stream, response, to: request)
        case .none: break
        case .bytes(let bytes) where bytes.count < BodyCoding.smallest: break
        case .bytes(let bytes):
            response.body = .bytes(BodyCoding.apply(to: &response.fields, bytes, status: response.status, acceptsGzip: request.acceptsGzip))
        }
        release(request)
        if !request.encoder.keepsConnection(response) { closesWhenSent = true }
        let start = loop.output.count
        var length = 0
        if case .bytes(let body) = response.body, body.count > Self.copiedBound, request.method != .head {
            request.headEncoder.append(request.head(of: response, length: body.count), date: loop.date, to: &loop.output)
            length = loop.output.count - start + body.count
            write(body)
        } else {
            request.encoder.append(response, date: loop.date, to: &loop.output)
            length = loop.output.count - start
        }
        record(response, method: request.method, bytes: length, began: request.began, client: request.client)
        if loop.output.count >= EventLoop.readBound { flush() }
    }

    /// The connection becomes a row of the loop's subscribers, and this object goes with its parser and buffers.
    func begin(_ stream: EventStream, _ response: Response, to request: InFlight) {
        var response = response
        let coding = Frame.Coding(version: request.version, gzip: request.acceptsGzip)
        if coding.isGzip { response.fields["Content-Encoding"] = "gzip" }
        BodyCoding.addVary(to: &response.fields)
        let start = loop.output.count
        request.encoder.append(response, date: loop.date, to: &loop.output)
        record(response, method: request.method, bytes: loop.output.count - start, began: request.began, client: request.client)
        if request.method == .head {
            if !request.encoder.keepsConnection(response) { closesWhenSent = true }
            return release(request)
        }
        let head = backlog.rest + loop.output
        loop.output.removeAll(keepingCapacity: true)
        isGone = true
        if request.isCounted { loop.limits.release(peer) }
        let counted = request.isCounted ? request.client : peer
        loop.subscribers.add(stream, head: head, coding: coding, socket: descriptor, slot: token.index, counted: counted)
        // An edge that came before is not told again.
        if canRead || inputEnded { loop.lookAtSubscriber(token) }
        if loop.isStopping { loop.subscribers.endAll() }
    }

    func release(_ request: InFlight) {
        if request.isCounted { loop.limits.release(request.client) }
    }

    func record(_ response: Response, method: Method?, bytes: Int, began: Nanoseconds, client: IPAddress) {
        loop.counters.answered(response.status.code)
        guard let log = loop.service.log else { return }
        let now = loop.service.clock.monotonic()
        log(
            AccessRecord(
                method: method?.rawValue ?? "-", route: response.route, status: response.status.code, bytes: bytes,
                duration: now - min(now, began), peer: client == peer ? peerText : client.description))
    }

    // MARK: Writing

    func write(_ body: [UInt8]) {
        flush(more: true)
        if backlog.isEmpty { backlog.begin() }
        backlog.append(body)
        writeBacklog()
    }

    func flush(more: Bool = false) {
        if loop.output.isEmpty || isGone { return }
        defer { loop.output.removeAll(keepingCapacity: true) }
        if !backlog.isEmpty { return backlog.append(loop.output) }
        switch loop.output.withUnsafeBytes({ Socket.write(descriptor, $0, more: more) }) {
        case .closed: close()
        case .blocked: keep(from: 0)
        case .bytes(let count):
            loop.counters.bytes.add(count)
            if count < loop.output.count { keep(from: count) }
        }
    }

    func keep(from offset: Int) {
        backlog.begin()
        backlog.append(Array(loop.output[offset...]))
    }

    func writeBacklog() {
        if isGone { return }
        switch backlog.write(to: descriptor) {
        case .closed: close()
        case .blocked: break
        case .bytes(let count): loop.counters.bytes.add(count)
        }
    }

    /// The last answer is out: say so, then read on until the client has hung up, or enough was read, or time is over.
    func linger() {
        guard canRead || parser.phase == .failed || parser.buffered > 0, !inputEnded else { return close() }
        if lingered == nil {
            lingered = 0
            shutdown(descriptor, Int32(SHUT_WR))
        }
        while canRead {
            switch Socket.read(descriptor, into: loop.readBuffer) {
            case .closed: return close()
            case .blocked: canRead = false
            case .bytes(let count):
                lingered = (lingered ?? 0) + count
                if lingered ?? 0 > Self.lingerBound { return close() }
            }
        }
    }

    /// Answers who has not asked yet.
    static let unasked = ResponseEncoder(answering: Request(method: .get, target: Target(path: "*")), keepsAlive: false)
}
