import Activities
import HTTP

/// The push log's first page: at most fifty receipts, the newest first; its cursors are numbers of the log (http.md, "Live streams").
struct PushesView: LiveView {
    /// Receipts on one page.
    static let limit = 50
    /// Where the link to older ones stands.
    static let older = "pushes-older"

    let roots: Roots
    private var log: any PushLog { roots.site.pushLog }

    /// A removal after the number was read takes a higher one: the reader then starts anew with its next step.
    func delivery(after cursor: Cursor?) throws -> Delivery {
        let newest = try log.lastNumber()
        let removed = try log.lastRemoval()
        if let cursor, cursor.sequence == newest { return Delivery(cursor: cursor) }
        guard let cursor, cursor.sequence >= removed, cursor.sequence < newest, newest - cursor.sequence <= UInt64(Self.limit) else {
            return try whole(upTo: newest)
        }
        return try step(from: cursor.sequence, upTo: newest)
    }

    private func whole(upTo newest: UInt64) throws -> Delivery {
        let page = try PushesSlice(log, before: newest + 1, limit: Self.limit)
        var delivery = Delivery(cursor: Cursor(newest))
        delivery.events = [.reset(page.receipts.map(\.elementID) + [Self.older])]
        for receipt in page.receipts { delivery.events.append(.put(try roots.push(receipt))) }
        delivery.events.append(.put(try roots.olderPushes(than: page.last)))
        return delivery
    }

    /// As many as have come since fall off the page's end.
    private func step(from known: UInt64, upTo newest: UInt64) throws -> Delivery {
        let read = try log.receipts(before: newest + 1, limit: Self.limit + Int(newest - known))
        let new = read.prefix { $0.number > known }
        var delivery = Delivery(cursor: Cursor(newest))
        guard !new.isEmpty else { return delivery }
        for receipt in new { delivery.events.append(.put(try roots.push(receipt))) }
        for receipt in read.dropFirst(Self.limit).prefix(new.count) { delivery.events.append(.remove(receipt.elementID)) }
        let last = read.count > Self.limit ? read[Self.limit - 1].number : nil
        delivery.events.append(.put(try roots.olderPushes(than: last)))
        return delivery
    }
}

/// One page of the push log, newest first.
struct PushesSlice {
    let receipts: [PushReceipt]
    /// The number of the last one, where older ones follow it.
    let last: UInt64?

    init(_ log: any PushLog, before number: UInt64, limit: Int) throws {
        let read = try log.receipts(before: number, limit: limit + 1)
        receipts = Array(read.prefix(limit))
        last = read.count > limit ? receipts.last?.number : nil
    }
}

extension PushReceipt {
    var elementID: String { "push-\(number)" }
}
