import HTTP

/// One pass over a topic's subscribers: asks the source once for each cursor, and writes without touching more of a row than it must.
struct Courier {
    /// A frame in one coding, for all who stand at one cursor.
    struct Parcel {
        let cursor: Cursor?
        let coding: Frame.Coding
        let frame: Frame
        let bytes: [UInt8]
    }

    /// A subscriber that one write did not settle.
    struct Leftover {
        let index: UInt32
        let transfer: Transfer
        let parcel: Parcel
    }

    private let source: any EventSource
    private var parcel: Parcel?
    private var asked: [Cursor?: Frame?] = [:]
    private(set) var frames = 0
    private(set) var bytes = 0

    init(source: any EventSource) { self.source = source }

    mutating func serve(_ row: inout Subscriber?, index: UInt32, tick: UInt32, leftovers: inout [Leftover]) {
        guard row?.isReady == true, let cursor = row?.cursor, let coding = row?.coding, let descriptor = row?.descriptor else {
            return serveNewcomer(&row, index: index, tick: tick, leftovers: &leftovers)
        }
        if parcel?.cursor != cursor || parcel?.coding != coding, !pack(cursor, coding) { return }
        write(to: descriptor, &row, index: index, tick: tick, leftovers: &leftovers)
    }

    /// One that stands nowhere yet.
    private mutating func serveNewcomer(_ row: inout Subscriber?, index: UInt32, tick: UInt32, leftovers: inout [Leftover]) {
        guard row?.isReady == true, let coding = row?.coding, let descriptor = row?.descriptor else { return }
        if parcel == nil || parcel?.cursor != nil || parcel?.coding != coding, !pack(nil, coding) { return }
        write(to: descriptor, &row, index: index, tick: tick, leftovers: &leftovers)
    }

    private mutating func write(to descriptor: Int32, _ row: inout Subscriber?, index: UInt32, tick: UInt32, leftovers: inout [Leftover]) {
        guard let parcel else { return }
        frames += 1
        row?.cursor = parcel.frame.cursor
        let transfer = parcel.bytes.withUnsafeBytes { Socket.write(descriptor, $0) }
        if case .bytes(let count) = transfer {
            bytes += count
            row?.lastSent = tick
            if count == parcel.bytes.count, !parcel.frame.isLast { return }
        }
        leftovers.append(Leftover(index: index, transfer: transfer, parcel: parcel))
    }

    /// Makes ready what a subscriber at that cursor lacks; false where it lacks nothing.
    private mutating func pack(_ cursor: Cursor?, _ coding: Frame.Coding) -> Bool {
        let frame: Frame?
        if let known = asked[cursor] {
            frame = known
        } else {
            frame = source.frame(after: cursor)
            asked[cursor] = .some(frame)
        }
        guard let frame else { return false }
        parcel = Parcel(cursor: cursor, coding: coding, frame: frame, bytes: frame.bytes(coding, encode: coding.encode))
        return true
    }
}
