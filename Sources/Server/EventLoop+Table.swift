import Glibc
import HTTP

/// Who is on this loop: accepting, finding by token, closing.
extension EventLoop {
    // MARK: The table

    func accept() {
        for _ in 0..<Self.acceptBound {
            guard accepting == .open else { return }
            switch Socket.accept(listening) {
            case .none: return
            case .exhausted:
                // Readable but not acceptable would spin; the clients wait in the backlog until the next tick.
                accepting = .paused
                poller.forget(listening)
            case .socket(let descriptor, let peer): admit(descriptor, from: peer)
            }
        }
    }

    func admit(_ descriptor: Int32, from peer: IPAddress) {
        counters.accepted.add()
        guard limits.admitConnection() else { return refuse(descriptor) }
        guard limits.admit(peer) else {
            limits.releaseConnection()
            return refuse(descriptor)
        }
        let slot = free.popLast() ?? newSlot()
        let token = Token(index: slot, generation: slots[Int(slot)].generation)
        slots[Int(slot)].occupant = .connection(Connection(loop: self, descriptor: descriptor, token: token, peer: peer))
        counters.connections.add()
        Socket.setNoDelay(descriptor)
        if !poller.watchSocket(descriptor, token: token) {
            limits.release(peer)
            close(slot: slot, descriptor: descriptor)
        }
    }

    /// Too many: a short word and the close; the answer fits into any fresh socket.
    func refuse(_ descriptor: Int32) {
        counters.refused.add()
        Connection.unasked.append(OwnAnswers.tooManyInAll, date: date, to: &output)
        _ = output.withUnsafeBytes { Socket.write(descriptor, $0) }
        output.removeAll(keepingCapacity: true)
        Glibc.close(descriptor)
    }

    func newSlot() -> UInt32 {
        slots.append(Slot())
        return UInt32(slots.count - 1)
    }

    func occupant(of token: Token) -> Occupant {
        guard token.index < slots.count, slots[Int(token.index)].generation == token.generation else { return .nobody }
        return slots[Int(token.index)].occupant
    }

    func hand(slot: UInt32, toSubscriber row: UInt32) { slots[Int(slot)].occupant = .subscriber(row) }

    func lookAtSubscriber(_ token: Token) {
        if case .subscriber(let row) = occupant(of: token) { subscribers.becameReadable(row, into: readBuffer) }
    }

    /// The only place where a socket is closed, after epoll has let it go.
    func close(slot: UInt32, descriptor: Int32) {
        poller.forget(descriptor)
        Glibc.close(descriptor)
        slots[Int(slot)].occupant = .nobody
        slots[Int(slot)].generation &+= 1
        free.append(slot)
        counters.connections.add(-1)
        limits.releaseConnection()
    }

    func eachConnection(_ body: (Connection) -> Void) {
        for index in slots.indices {
            if case .connection(let connection) = slots[index].occupant { body(connection) }
        }
    }
}
