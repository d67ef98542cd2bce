import Dispatch
import Glibc
import HTTP
import Synchronization

/// One core's sockets: a serial queue with a single Dispatch source for its whole life, which watches an epoll descriptor.
///
/// Sockets are registered with that epoll, so that none of libdispatch's faults with many socket sources can occur.
final class EventLoop: @unchecked Sendable {  // all but the inbox, the counters and `thread` is touched on `queue` alone
    /// What stands in a slot of the table.
    enum Occupant {
        case nobody
        case connection(Connection)
        case subscriber(UInt32)
    }

    struct Slot {
        var generation: UInt32 = 0
        var occupant = Occupant.nobody
    }

    /// Waits in one turn before the queue is given to timers.
    static let roundsBound = 64
    /// How long a turn waits for more once it has found something: under load the way back to Dispatch and its waking of
    /// this thread again cost more than the requests in between. Timers are late by `roundsBound` of these at most.
    static let patienceMilliseconds: Int32 = 1
    /// How long a turn may last under load, looked at after each round.
    static let turnBound = Nanoseconds.milliseconds(UInt64(roundsBound) * UInt64(patienceMilliseconds))
    /// Connections accepted in one round, so that a burst does not starve those that are there.
    static let acceptBound = 64
    /// Bytes read in one go.
    static let readBound = 64 << 10

    let queue: DispatchQueue
    let inbox: Inbox
    let counters = LoopCounters()
    let limits: ConnectionLimits
    let deadlines: Deadlines
    let service: Service
    let poller: Poller
    private(set) var tick: UInt32 = 0
    /// The monotonic time at which this turn began.
    private(set) var now: Nanoseconds
    /// What `Date` says until the next tick.
    private(set) var date: [UInt8]
    /// Answers on their way out; empty between two connections' turns.
    var output: [UInt8] = []
    /// Whose turn it is.
    var advancing: Token?
    /// Those that used up their turn and could go on.
    var resuming: [Token] = []
    private var comesBack = false
    let readBuffer = UnsafeMutableRawBufferPointer.allocate(byteCount: readBound, alignment: 16)
    private(set) lazy var subscribers = Subscribers(loop: self, deadlines: deadlines)

    var slots: [Slot] = []
    var free: [UInt32] = []
    var listener: Listener?
    let listening: Int32
    var accepting = Accepting.open
    var source: (any DispatchSourceRead)?
    var timer: (any DispatchSourceTimer)?
    let thread = Atomic<UInt>(0)
    /// Who waits for the end.
    var stopping: [DispatchGroup] = []
    var stopDeadline: Nanoseconds = .max

    enum Accepting { case open, paused, closed }

    init(number: Int, listener: consuming Listener, service: Service, limits: ConnectionLimits, deadlines: Deadlines) throws(ServerError) {
        queue = DispatchQueue(label: "islet.loop.\(number)", qos: .userInitiated)
        inbox = try Inbox()
        poller = try Poller()
        listening = listener.descriptor
        self.listener = consume listener
        self.service = service
        self.limits = limits
        self.deadlines = deadlines
        now = service.clock.monotonic()
        date = HTTPDate.bytes(service.clock.wall())
        output.reserveCapacity(Self.readBound)
    }

    deinit { readBuffer.deallocate() }

    // MARK: Life

    func start() {
        poller.watchLevel(inbox.descriptor, token: .inbox)
        poller.watchLevel(listening, token: .listener)
        let source = DispatchSource.makeReadSource(fileDescriptor: poller.descriptor, queue: queue)
        source.setEventHandler { [self] in turn() }
        let timer = DispatchSource.makeTimerSource(queue: queue)
        timer.setEventHandler { [self] in ticked() }
        let period = Int(clamping: deadlines.tick)
        timer.schedule(deadline: .now() + .nanoseconds(period), repeating: .nanoseconds(period), leeway: .nanoseconds(period / 10))
        (self.source, self.timer) = (source, timer)
        source.activate()
        timer.activate()
    }

    /// Finishes what is in flight, ends the streams, then leaves the group; asked again, it leaves at the same moment.
    func shutDown(_ group: DispatchGroup) {
        queue.async { [self] in
            guard source != nil else { return group.leave() }
            stopping.append(group)
            guard stopping.count == 1 else { return }
            stopDeadline = service.clock.monotonic() + deadlines.shutdown
            if accepting == .open { poller.forget(listening) }
            accepting = .closed
            listener = nil
            subscribers.endAll()
            eachConnection { $0.finishSoon() }
            leaveIfEmpty()
        }
    }

    func leaveIfEmpty() {
        guard isStopping, source != nil else { return }
        if now >= stopDeadline || service.clock.monotonic() >= stopDeadline {
            subscribers.cutAll()
            eachConnection { $0.close() }
        }
        guard slots.count == free.count else { return }
        timer?.cancel()
        timer = nil
        // The epoll descriptor is watched by Dispatch: it is closed, with the poller, only once the source is gone.
        source?.setCancelHandler { [self] in
            source = nil
            for group in stopping { group.leave() }
        }
        source?.cancel()
    }

    var isStopping: Bool { !stopping.isEmpty }

    // MARK: Turns

    func turn() {
        thread.store(Self.currentThread, ordering: .relaxed)
        defer { thread.store(0, ordering: .relaxed) }
        let began = service.clock.monotonic()
        for round in 0..<Self.roundsBound {
            let events = poller.wait(milliseconds: round == 0 || !resuming.isEmpty ? 0 : Self.patienceMilliseconds)
            if events == 0, resuming.isEmpty { break }
            now = service.clock.monotonic()
            let waiting = takeResuming()
            poller.each(of: events, handle)
            for token in waiting { resume(token) }
            if now - min(now, began) >= Self.turnBound { break }
        }
        if !resuming.isEmpty { comeBack() }
        if isStopping { leaveIfEmpty() }
    }

    /// Those that used up their turn before this round; whoever does so in it waits for the next one.
    private func takeResuming() -> [Token] {
        if resuming.isEmpty { return [] }
        defer { resuming = [] }
        return resuming
    }

    private func resume(_ token: Token) {
        if case .connection(let connection) = occupant(of: token) { connection.resume() }
    }

    /// No event tells of those that wait; the timer's turn comes first.
    private func comeBack() {
        if comesBack { return }
        comesBack = true
        queue.async { [self] in
            comesBack = false
            // Without its timer the loop is on its way out.
            if timer != nil { turn() }
        }
    }

    func handle(_ token: Token, _ ready: Readiness) {
        switch token {
        case .inbox: readInbox()
        case .listener: accept()
        default:
            switch occupant(of: token) {
            case .nobody: break
            case .connection(let connection): connection.became(ready)
            case .subscriber(let row):
                if ready.contains(.writable) { subscribers.becameWritable(row) }
                // The row may be gone by now, and its number may already be another's.
                guard !ready.isDisjoint(with: [.readable, .halfClosed, .dead]), case .subscriber(row) = occupant(of: token) else { return }
                subscribers.becameReadable(row, into: readBuffer)
            }
        }
    }

    func readInbox() {
        let (messages, rung) = inbox.take()
        for message in messages {
            switch message {
            case .answer(let token, let number, let response): answer(token, number: number, response)
            case .endStreams(let tag): subscribers.end(tag: tag)
            }
        }
        // A source that answers somebody's request while it is asked for a frame does so by the inbox.
        advancing = .inbox
        for source in rung { subscribers.bring(source) }
        advancing = nil
    }

    func ticked() {
        thread.store(Self.currentThread, ordering: .relaxed)
        defer { thread.store(0, ordering: .relaxed) }
        now = service.clock.monotonic()
        tick &+= 1
        date = HTTPDate.bytes(service.clock.wall())
        subscribers.ticked()
        eachConnection { $0.ticked() }
        if accepting == .paused {
            accepting = .open
            poller.watchLevel(listening, token: .listener)
        }
        if isStopping { leaveIfEmpty() }
    }

    // MARK: Answers

    /// Takes an answer from whichever thread: at once on this loop's own, else by the inbox.
    func take(_ response: Response, token: Token, number: UInt32) {
        // A handler may answer another connection's request: not in the middle of this one's output.
        if thread.load(ordering: .relaxed) == Self.currentThread, advancing == nil || advancing == token {
            answer(token, number: number, response)
        } else {
            inbox.post(.answer(token, number: number, response))
        }
    }

    func answer(_ token: Token, number: UInt32, _ response: Response) {
        // A client that hung up meanwhile has left its slot, or has it no more.
        guard case .connection(let connection) = occupant(of: token) else { return }
        connection.answer(response, number: number)
    }

    static var currentThread: UInt { UInt(pthread_self()) }
}
