import HTTP

/// One loop's subscribers: rows by source, brought to the newest state whenever that source's bell rings (law 4 of design.md).
final class Subscribers {
    /// A subscriber has nothing to say after its request; who says more than this is cut.
    static let ignoredBound = 4_096

    /// Unsafe, as the loop holds its subscribers and outlives them.
    unowned(unsafe) let loop: EventLoop
    var rows: ContiguousArray<Subscriber?> = []
    private var free: [UInt32] = []
    private var topics: [ObjectIdentifier: Topic] = [:]
    var tags: [String: StreamTag] = [:]
    var wheel: HeartbeatWheel
    var due: [UInt32] = []
    var stalled: [UInt32] = []
    let stalledBound: UInt32
    private var leftovers: [Courier.Leftover] = []
    let heartbeats: [[UInt8]]

    init(loop: EventLoop, deadlines: Deadlines) {
        self.loop = loop
        wheel = HeartbeatWheel(period: UInt32(clamping: deadlines.heartbeat / deadlines.tick))
        stalledBound = max(1, UInt32(clamping: deadlines.write / deadlines.tick))
        heartbeats = Frame.Coding.allCases.map { $0.encode(ServerSentEvent.heartbeat) }
    }

    var isEmpty: Bool { free.count == rows.count }

    // MARK: Coming and going

    /// Takes a socket over: its head, preamble and first frame go out at once. Nil where it is gone again already.
    func add(_ stream: EventStream, head: [UInt8], coding: Frame.Coding, socket: Int32, slot: UInt32, counted: IPAddress?) {
        Socket.becomeStream(socket, deadline: loop.deadlines.write)
        let topic = topic(of: stream.source)
        let index = free.popLast() ?? UInt32(rows.count)
        var row = Subscriber(
            cursor: stream.cursor, topic: topic, tag: tag(named: stream.tag), address: counted ?? IPAddress(high: 0, low: 0),
            descriptor: socket, slot: slot, place: UInt32(topic.rows.count), lastSent: loop.tick, due: 0, coding: coding,
            traits: counted == nil ? [] : .isCounted)
        row.due = loop.tick + patience(of: row)
        wheel.schedule(index, at: row.due)
        if index == rows.count { rows.append(row) } else { rows[Int(index)] = row }
        topic.rows.append(index)
        loop.hand(slot: slot, toSubscriber: index)
        loop.counters.streams.add()
        open(index, with: head + coding.begin(stream.preamble))
    }

    private func open(_ index: UInt32, with opening: [UInt8]) {
        guard let row = rows[Int(index)] else { return }
        let frame = row.topic.source.frame(after: row.cursor)
        guard send(opening, to: index, more: frame != nil), let frame else { return }
        deliver(frame, to: index)
    }

    func remove(_ index: UInt32) {
        guard let row = rows[Int(index)] else { return }
        rows[Int(index)] = nil
        free.append(index)
        leave(row.topic, place: row.place)
        if let tag = row.tag {
            tag.streams -= 1
            if tag.streams == 0 { tags[tag.name] = nil }
        }
        if row.traits.contains(.isCounted) { loop.limits.release(row.address) }
        loop.counters.streams.add(-1)
        loop.close(slot: row.slot, descriptor: row.descriptor)
    }

    private func leave(_ topic: Topic, place: UInt32) {
        let last = topic.rows.removeLast()
        if Int(place) < topic.rows.count {
            topic.rows[Int(place)] = last
            rows[Int(last)]?.place = place
        }
        if topic.rows.isEmpty {
            topics[ObjectIdentifier(topic.source)] = nil
            topic.source.detach(topic.bell)
        }
    }

    private func topic(of source: any EventSource) -> Topic {
        let identity = ObjectIdentifier(source)
        if let topic = topics[identity] { return topic }
        let topic = Topic(source: source, bell: Bell { [inbox = loop.inbox] in inbox.ring(identity) })
        topics[identity] = topic
        // Before the first frame is asked for: a change between the two rings, and is not missed.
        source.attach(topic.bell)
        return topic
    }

    private func tag(named name: String?) -> StreamTag? {
        guard let name else { return nil }
        let tag = tags[name] ?? StreamTag(name: name)
        tags[name] = tag
        tag.streams += 1
        return tag
    }

    // MARK: Delivering

    /// The source has news: each of its subscribers gets what it lacks; one that is still busy with an earlier frame asks when it is done.
    func bring(_ source: ObjectIdentifier) {
        guard let topic = topics[source] else { return }
        leftovers.removeAll(keepingCapacity: true)
        var courier = Courier(source: topic.source)
        let tick = loop.tick
        rows.withUnsafeMutableBufferPointer { rows in
            for index in topic.rows { courier.serve(&rows[Int(index)], index: index, tick: tick, leftovers: &leftovers) }
        }
        loop.counters.frames.add(courier.frames)
        loop.counters.bytes.add(courier.bytes)
        for leftover in leftovers { finishServing(leftover) }
        leftovers.removeAll(keepingCapacity: true)
    }

    /// What the quick pass left: a frame that fits in part or not at all, a last one, a client that is gone.
    private func finishServing(_ leftover: Courier.Leftover) {
        let (index, parcel) = (leftover.index, leftover.parcel)
        guard case .bytes(let count) = leftover.transfer else {
            if parcel.frame.isLast { rows[Int(index)]?.traits.insert(.ends) }
            return leftover.transfer == .closed ? remove(index) : keep(parcel.bytes, from: 0, for: index)
        }
        if parcel.frame.isLast { rows[Int(index)]?.traits.insert(.ends) }
        if count < parcel.bytes.count { return keep(parcel.bytes, from: count, for: index) }
        if parcel.frame.isLast { finish(index) }
    }

    private func deliver(_ frame: Frame, to index: UInt32) {
        guard let coding = rows[Int(index)]?.coding else { return }
        rows[Int(index)]?.cursor = frame.cursor
        if frame.isLast { rows[Int(index)]?.traits.insert(.ends) }
        loop.counters.frames.add()
        if send(frame.bytes(coding, encode: coding.encode), to: index), frame.isLast { finish(index) }
    }

    /// Writes all of it (true), or keeps a reference to what did not fit, or removes a subscriber that is gone.
    func send(_ bytes: [UInt8], to index: UInt32, from offset: Int = 0, more: Bool = false) -> Bool {
        if bytes.isEmpty { return true }
        guard let descriptor = rows[Int(index)]?.descriptor else { return false }
        let transfer = bytes.withUnsafeBytes { Socket.write(descriptor, UnsafeRawBufferPointer(rebasing: $0[offset...]), more: more) }
        guard transfer != .closed else {
            remove(index)
            return false
        }
        var written = offset
        if case .bytes(let count) = transfer {
            written += count
            loop.counters.bytes.add(count)
            rows[Int(index)]?.lastSent = loop.tick
        }
        if written == bytes.count { return true }
        keep(bytes, from: written, for: index)
        return false
    }

    private func keep(_ bytes: [UInt8], from offset: Int, for index: UInt32) {
        // What is left of a frame keeps the time at which that frame was begun.
        if rows[Int(index)]?.pending.isEmpty == true { rows[Int(index)]?.begun = loop.tick }
        rows[Int(index)]?.pending = bytes
        rows[Int(index)]?.offset = UInt32(offset)
        guard rows[Int(index)]?.traits.insert(.isStalled).inserted == true else { return }
        loop.counters.slowReaders.add()
        stalled.append(index)
    }

    /// The socket takes bytes again: the half-written frame is finished, then comes the newest.
    func becameWritable(_ index: UInt32) {
        guard let row = rows[Int(index)], !row.pending.isEmpty else { return }
        guard send(row.pending, to: index, from: Int(row.offset)) else { return }
        rows[Int(index)]?.pending = []
        if row.traits.contains(.ends) { return finish(index) }
        if let frame = row.topic.source.frame(after: row.cursor) { deliver(frame, to: index) }
    }

    /// What it says is ignored; that it hung up is not.
    func becameReadable(_ index: UInt32, into buffer: UnsafeMutableRawBufferPointer) {
        while let row = rows[Int(index)] {
            switch Socket.read(row.descriptor, into: buffer) {
            case .blocked: return
            case .closed: return remove(index)
            case .bytes(let count):
                let ignored = Int(row.ignored) + count
                if ignored > Self.ignoredBound { return remove(index) }
                rows[Int(index)]?.ignored = UInt16(ignored)
            }
        }
    }
}
