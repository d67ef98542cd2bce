import HTTP

/// One client's socket until it closes or becomes a subscriber: requests are taken one by one and answered in order.
final class Connection {
    /// Bytes of a refused request that are read and dropped after the answer, so that a reset does not take the answer away.
    static let lingerBound = 64 << 10
    /// Requests, other events of the parser and reads in one turn: a client that pipelines and reads all answers never blocks,
    /// and everybody else on the loop would wait for it.
    static let stepsBound = 32
    /// An answer's body up to this size is copied next to its head and written with it.
    static let copiedBound = 16 << 10

    /// Unsafe, as the loop holds its connections and outlives them; a counted reference would be counted ten times a request.
    unowned(unsafe) let loop: EventLoop
    let descriptor: Int32
    let token: Token
    let peer: IPAddress
    let peerText: String
    var parser: RequestParser
    var clock: ConnectionClock
    var inFlight: InFlight?
    var number: UInt32 = 0
    var backlog = Backlog()
    var canRead = false
    var isHalfClosed = false
    var inputEnded = false
    var closesWhenSent = false
    var lingered: Int?
    var isAdvancing = false
    /// It could go on, and is on the loop's list of those that do so behind the others.
    var waitsForTurn = false
    var wasRefused = false
    var isGone = false
    var hasAnswered = false

    init(loop: EventLoop, descriptor: Int32, token: Token, peer: IPAddress) {
        self.loop = loop
        self.descriptor = descriptor
        self.token = token
        self.peer = peer
        peerText = peer.description
        parser = RequestParser(limits: loop.service.parserLimits)
        clock = ConnectionClock(deadlines: loop.deadlines, now: loop.now)
    }

    // MARK: What happens to it

    func became(_ ready: Readiness) {
        if ready.contains(.dead) { return close() }
        if ready.contains(.halfClosed) { isHalfClosed = true }
        if !ready.isDisjoint(with: [.readable, .halfClosed]) { canRead = true }
        if ready.contains(.writable), !backlog.isEmpty { writeBacklog() }
        if !waitsForTurn { advance() }
    }

    /// The others had their turn.
    func resume() {
        waitsForTurn = false
        advance()
    }

    /// An answer from the handler; ignored where the request it belongs to is not waited for any more.
    func answer(_ response: Response, number: UInt32) {
        guard number == self.number, let request = inFlight, !isGone else { return }
        inFlight = nil
        hasAnswered = true
        send(response, to: request)
        if !isAdvancing { advance() }
    }

    func ticked() {
        guard clock.isExpired(at: loop.now) else { return }
        loop.counters.timeouts.add()
        switch clock.phase {
        case .idle, .writing, .lingering: close()
        case .head, .body: expire(OwnAnswers.requestTimeout)
        case .answering: expire(OwnAnswers.answerTimeout)
        }
    }

    /// The server stops: what has begun is finished, what has not is not begun.
    func finishSoon() {
        closesWhenSent = true
        if inFlight == nil, backlog.isEmpty, parser.phase == .idle, !waitsForTurn { close() }
    }

    func expire(_ response: Response) {
        let request = inFlight
        inFlight = nil
        // A late answer belongs to nobody.
        number &+= 1
        let encoder = request?.encoder ?? Self.unasked
        refuse(response, with: encoder, method: request?.method)
        if let request { release(request) }
        advance()
    }

    func close() {
        if isGone { return }
        isGone = true
        if let request = inFlight { release(request) }
        loop.limits.release(peer)
        loop.close(slot: token.index, descriptor: descriptor)
    }

    // MARK: Its turn

    /// Goes on as far as it can without waiting, or as its turn allows: reads, parses, has requests answered, writes.
    func advance() {
        if isGone { return }
        isAdvancing = true
        loop.advancing = token
        var steps = 0
        while !isGone, inFlight == nil, backlog.isEmpty, lingered == nil, !closesWhenSent || hasBegun {
            if steps == Self.stepsBound {
                letOthersGo()
                break
            }
            steps += 1
            if let event = parser.next() {
                handle(event)
            } else if canRead {
                read()
            } else {
                break
            }
        }
        if !isGone { flush() }
        loop.advancing = nil
        isAdvancing = false
        if !isGone { settle() }
    }

    /// Edges are told once: nothing but the list brings it back.
    func letOthersGo() {
        if waitsForTurn { return }
        waitsForTurn = true
        loop.resuming.append(token)
    }

    /// While the server stops, a request that has begun is still read, unless it was refused.
    var hasBegun: Bool { loop.isStopping && !wasRefused && parser.phase != .idle && parser.phase != .failed }

    func settle() {
        if backlog.isEmpty, inFlight == nil, !waitsForTurn {
            if closesWhenSent, !hasBegun { linger() } else if inputEnded { return close() }
        }
        if !isGone { setClock() }
    }

    func setClock() {
        let deadlines = loop.deadlines
        if hasAnswered {
            hasAnswered = false
            clock.enter(.idle, deadlines: deadlines, now: loop.now)
        }
        if lingered != nil {
            clock.enter(.lingering, deadlines: deadlines, now: loop.now)
        } else if !backlog.isEmpty {
            clock.enter(.writing, deadlines: deadlines, now: loop.now)
            clock.progressed(to: backlog.written, deadlines: deadlines)
        } else if inFlight != nil {
            clock.enter(.answering, deadlines: deadlines, now: loop.now)
        } else if parser.phase == .head {
            clock.enter(.head, deadlines: deadlines, now: loop.now)
        } else if parser.phase == .body {
            clock.enter(.body, deadlines: deadlines, now: loop.now)
            clock.progressed(to: parser.bodyReceived, deadlines: deadlines)
        } else if clock.phase != .idle {
            clock.enter(.idle, deadlines: deadlines, now: loop.now)
        }
    }

    func read() {
        switch Socket.read(descriptor, into: loop.readBuffer) {
        case .bytes(let count):
            parser.append(UnsafeRawBufferPointer(rebasing: UnsafeRawBufferPointer(loop.readBuffer)[..<count]))
            // Edge-triggered: a short read took all there was, and what comes next is told; but an end that was told already is not.
            if count < loop.readBuffer.count, !isHalfClosed { canRead = false }
        case .blocked: canRead = false
        case .closed:
            canRead = false
            inputEnded = true
        }
    }

    func handle(_ event: RequestParser.Event) {
        switch event {
        case .expectsContinue: loop.output += Response.continueBytes
        case .failure(let error): fail(error)
        case .request(let request): take(request)
        }
    }

    func take(_ request: Request) {
        var request = request
        let client = loop.service.proxies.client(of: request, socket: peer)
        let isForwarded = client != peer
        request.peer = isForwarded ? client.description : peerText
        number &+= 1
        if isForwarded, !loop.limits.admit(client) {
            loop.counters.refused.add()
            return send(OwnAnswers.tooManyOfAddress, to: InFlight(request, began: loop.now, client: client, isCounted: false))
        }
        inFlight = InFlight(request, began: loop.now, client: client, isCounted: isForwarded)
        loop.service.handler(request) { [loop, token, number] response in
            loop.take(response, token: token, number: number)
        }
    }

    func fail(_ error: RequestError) {
        hasAnswered = true
        let encoder = ResponseEncoder(answering: error)
        let response = OwnAnswers.refusal(error.reason)
        if error.closes { return refuse(response, with: encoder, method: error.method) }
        let start = loop.output.count
        encoder.append(response, date: loop.date, to: &loop.output)
        record(response, method: error.method, bytes: loop.output.count - start, began: loop.now, client: peer)
    }

    /// An answer of the server's own, after which the connection ends.
    func refuse(_ response: Response, with encoder: ResponseEncoder, method: Method?) {
        closesWhenSent = true
        wasRefused = true
        // What the client still sends has to be read: closing over unread bytes is a reset, which takes the answer with it.
        canRead = true
        var response = response
        response.fields["Connection"] = "close"
        let start = loop.output.count
        encoder.append(response, date: loop.date, to: &loop.output)
        record(response, method: method, bytes: loop.output.count - start, began: loop.now, client: peer)
    }
}
