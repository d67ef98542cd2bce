import Foundation

/// The board's value and the indices by which every question is answered without walking through all activities.
struct BoardState: Sendable {
    private let kinds: KindRegistry
    private(set) var revision: UInt64
    private(set) var membershipRevision: UInt64
    private(set) var islandSequence: UInt64
    private(set) var deliveredSequence: UInt64
    private(set) var settings: Settings
    private var records: [String: Scheduled] = [:]
    private var dismissed = RecentlyDismissed(capacity: Board.keptDismissed)
    private var ring: ChangeRing
    /// What the island showed after the last change.
    private var islandIdentity: [UInt64] = []
    private var shelves: [Shelf: OrderedSet<Place>] = [:]
    private var running: [String: RunningKind] = [:]
    private var nextInstants: [String: Date] = [:]
    private var dueOrder = OrderedSet<Due>()

    private struct Shelf: Hashable, Sendable {
        let kind: String
        let state: ActivityState
    }

    init(_ loaded: Loaded, kinds: KindRegistry) {
        self.kinds = kinds
        revision = loaded.lastSequence
        membershipRevision = loaded.lastSequence
        islandSequence = loaded.lastSequence
        deliveredSequence = loaded.lastSequence
        settings = loaded.settings
        ring = ChangeRing(capacity: Board.keptChanges, floor: loaded.floor)
        for change in loaded.recentChanges { ring.append(change.sequence, id: change.activityID) }
        for record in loaded.activities where record.activityState != .dismissed { insert(Scheduled(record, kinds: kinds)) }
        islandIdentity = island.identity
    }

    var nextInstant: Date? { dueOrder.first?.date }

    func activity(_ id: String) -> ActivityRecord? { records[id]?.record ?? dismissed[id] }

    func unended(_ kind: String) -> Int {
        [ActivityState.pending, .active, .stale].reduce(0) { $0 + (shelves[Shelf(kind: kind, state: $1)]?.count ?? 0) }
    }

    var unended: Int { shelves.reduce(0) { $0 + ($1.key.state == .ended ? 0 : $1.value.count) } }

    func records(_ kind: String, in states: [ActivityState]) -> [ActivityRecord] {
        let places = states.flatMap { state in
            shelves[Shelf(kind: kind, state: state)].map { Array($0.ascending()) } ?? []
        }
        return places.sorted().compactMap { records[$0.id]?.record }
    }

    func due(until now: Date, limit: Int) -> [Scheduled] {
        var found: [Scheduled] = []
        for due in dueOrder.ascending() {
            guard due.date <= now, found.count < limit else { break }
            if let scheduled = records[due.place.id] { found.append(scheduled) }
        }
        return found
    }

    var island: Island {
        Arbitration.island(
            running.compactMap { kind, index in
                guard let top = index.byRelevance.first.flatMap({ records[$0.id]?.record }) else { return nil }
                let starts = [ActivityState.active, .stale].compactMap { shelves[Shelf(kind: kind, state: $0)]?.first?.sequence }
                return Arbitration.Contender(
                    top: top, lastAlert: index.byAlert.last?.sequence, firstStart: starts.min() ?? top.startSequence)
            })
    }

    private func shelves(_ filter: BoardFilter) -> [OrderedSet<Place>] {
        shelves.filter { shelf, _ in
            (filter.kind ?? shelf.kind) == shelf.kind && (filter.state ?? shelf.state) == shelf.state
        }.map(\.value)
    }

    func page(_ filter: BoardFilter, after startSequence: UInt64, limit: Int) -> [ActivityRecord] {
        var page: [ActivityRecord] = []
        for place in OldestFirst(shelves(filter), after: Place(sequence: startSequence, id: "")) {
            guard page.count < limit else { break }
            if let record = records[place.id]?.record { page.append(record) }
        }
        return page
    }

    func list(_ filter: BoardFilter, limit: Int) -> BoardView {
        let matching = shelves(filter)
        let query = filter.query.flatMap(SearchQuery.init)
        var newest: [ActivityRecord] = []
        var total = query == nil ? matching.reduce(0) { $0 + $1.count } : 0
        for place in NewestFirst(matching) {
            if query == nil && newest.count >= limit { break }
            guard let record = records[place.id]?.record else { continue }
            if let query {
                guard query.matches(record) else { continue }
                total += 1
            }
            if newest.count < limit { newest.append(record) }
        }
        return BoardView(
            activities: newest.reversed(), total: total, delivered: running.mapValues(\.delivered).filter { $0.value > 0 },
            running: running.mapValues(\.byRelevance.count), island: island, settings: settings, revision: revision,
            membershipRevision: membershipRevision, islandSequence: islandSequence, deliveredSequence: deliveredSequence)
    }

    func changes(after cursor: UInt64) -> BoardChanges? {
        guard cursor >= ring.floor, cursor <= revision else { return nil }
        var seen: Set<String> = []
        var changed: [BoardChange] = []
        var settingsChanged = false
        for entry in ring.newest(after: cursor) {
            guard let id = entry.id else {
                settingsChanged = true
                continue
            }
            if seen.insert(id).inserted { changed.append(BoardChange(id: id, record: records[id]?.record)) }
        }
        return BoardChanges(
            activities: changed.reversed(), settingsChanged: settingsChanged, revision: revision, membershipRevision: membershipRevision)
    }

    mutating func apply(_ change: Change) {
        revision = change.sequence
        if let settings = change.settings { self.settings = settings }
        guard let record = change.activity else {
            ring.append(change.sequence, id: nil)
            return
        }
        let old = records[record.id]
        let delivered = running[record.kind]?.delivered ?? 0
        place(change, record, after: old)
        guard change.event != .mark else { return }
        let identity = island.identity
        if identity != islandIdentity {
            islandIdentity = identity
            islandSequence = change.sequence
        }
        if running[record.kind]?.delivered ?? 0 != delivered { deliveredSequence = change.sequence }
        ring.append(change.sequence, id: record.id)
        let before = old?.record
        if change.event == .delete || before?.activityState != record.activityState || before?.isDelivered != record.isDelivered {
            membershipRevision = change.sequence
        }
    }

    private mutating func place(_ change: Change, _ record: ActivityRecord, after old: Scheduled?) {
        let stays = change.event != .delete && record.activityState != .dismissed
        let next = stays ? scheduled(change, record, after: old) : nil
        if let old, let next, old.hasSamePlaces(as: next) {
            records[record.id] = next
            return
        }
        if let old { remove(old.record) }
        if let next { insert(next) }
        if change.event == .delete {
            dismissed.remove(record.id)
        } else if !stays {
            dismissed.append(record)
        }
    }

    private func scheduled(_ change: Change, _ record: ActivityRecord, after old: Scheduled?) -> Scheduled {
        if let instants = change.instants { return Scheduled(record, instants: instants) }
        return old?.followed(by: record, kinds: kinds) ?? Scheduled(record, kinds: kinds)
    }

    private mutating func insert(_ scheduled: Scheduled) {
        let record = scheduled.record
        let place = Place(sequence: record.startSequence, id: record.id)
        records[record.id] = scheduled
        shelves[Shelf(kind: record.kind, state: record.activityState), default: OrderedSet()].insert(place)
        if record.activityState.isRunning { running[record.kind, default: RunningKind()].insert(record) }
        if let date = Deadline.next(of: scheduled)?.date {
            nextInstants[record.id] = date
            dueOrder.insert(Due(date: date, place: place))
        }
    }

    private mutating func remove(_ record: ActivityRecord) {
        let place = Place(sequence: record.startSequence, id: record.id)
        records[record.id] = nil
        shelves[Shelf(kind: record.kind, state: record.activityState)]?.remove(place)
        if record.activityState.isRunning {
            running[record.kind]?.remove(record)
            if running[record.kind]?.byRelevance.isEmpty == true { running[record.kind] = nil }
        }
        if let date = nextInstants.removeValue(forKey: record.id) { dueOrder.remove(Due(date: date, place: place)) }
    }
}

extension Scheduled {
    /// The usual change is one of content alone: then no index moves.
    fileprivate func hasSamePlaces(as next: Scheduled) -> Bool {
        record.activityState == next.record.activityState && record.kind == next.record.kind
            && record.startSequence == next.record.startSequence
            && record.content.relevanceScore == next.record.content.relevanceScore && record.alert?.sequence == next.record.alert?.sequence
            && record.isDelivered == next.record.isDelivered && Deadline.next(of: self)?.date == Deadline.next(of: next)?.date
    }
}
