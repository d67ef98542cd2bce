import Foundation

/// The running activities of one kind, as the island and the dashboard ask for them.
struct RunningKind: Sendable {
    private(set) var byRelevance = OrderedSet<Relevance>()
    private(set) var byAlert = OrderedSet<Place>()
    private(set) var delivered = 0

    mutating func insert(_ record: ActivityRecord) {
        byRelevance.insert(Relevance(score: record.content.relevanceScore, start: record.startSequence, id: record.id))
        if let alert = record.alert { byAlert.insert(Place(sequence: alert.sequence, id: record.id)) }
        if record.isDelivered { delivered += 1 }
    }

    mutating func remove(_ record: ActivityRecord) {
        byRelevance.remove(Relevance(score: record.content.relevanceScore, start: record.startSequence, id: record.id))
        if let alert = record.alert { byAlert.remove(Place(sequence: alert.sequence, id: record.id)) }
        if record.isDelivered { delivered -= 1 }
    }
}

/// When something falls due for one activity; of equals the one that started earlier comes first.
struct Due: Comparable, Sendable {
    let date: Date
    let place: Place

    static func < (a: Due, b: Due) -> Bool { a.date == b.date ? a.place < b.place : a.date < b.date }
}

/// Merges sorted sets, the highest first, without looking at more than is asked for.
struct NewestFirst: Sequence, IteratorProtocol {
    private var walks: [(head: Place, rest: OrderedSet<Place>.Walk)] = []

    init(_ sets: [OrderedSet<Place>]) {
        for set in sets {
            var walk = set.descending()
            if let head = walk.next() { walks.append((head, walk)) }
        }
    }

    mutating func next() -> Place? {
        guard let at = walks.indices.max(by: { walks[$0].head < walks[$1].head }) else { return nil }
        let head = walks[at].head
        if let next = walks[at].rest.next() { walks[at].head = next } else { walks.remove(at: at) }
        return head
    }
}

/// The same, the lowest first.
struct OldestFirst: Sequence, IteratorProtocol {
    private var walks: [(head: Place, rest: OrderedSet<Place>.Walk)] = []

    init(_ sets: [OrderedSet<Place>], after bound: Place) {
        for set in sets {
            var walk = set.ascending(after: bound)
            if let head = walk.next() { walks.append((head, walk)) }
        }
    }

    mutating func next() -> Place? {
        guard let at = walks.indices.min(by: { walks[$0].head < walks[$1].head }) else { return nil }
        let head = walks[at].head
        if let next = walks[at].rest.next() { walks[at].head = next } else { walks.remove(at: at) }
        return head
    }
}

/// The last dismissed activities, a bounded number, the oldest forgotten first.
struct RecentlyDismissed: Sendable {
    private var records: [String: ActivityRecord] = [:]
    private var order: [String] = []
    private var next = 0
    private let capacity: Int

    init(capacity: Int) { self.capacity = capacity }

    subscript(id: String) -> ActivityRecord? { records[id] }

    mutating func append(_ record: ActivityRecord) {
        guard records.updateValue(record, forKey: record.id) == nil else { return }
        if order.count < capacity {
            order.append(record.id)
        } else {
            records[order[next]] = nil
            order[next] = record.id
            next = (next + 1) % capacity
        }
    }

    mutating func remove(_ id: String) { records[id] = nil }
}

/// Words that must all occur in an activity's texts, whatever their case; or the beginning of its id.
struct SearchQuery: Sendable {
    private let words: [String]

    /// nil where nothing is asked for.
    init?(_ text: String) {
        words = text.lowercased().split(whereSeparator: \.isWhitespace).map(String.init)
        if words.isEmpty { return nil }
    }

    func matches(_ record: ActivityRecord) -> Bool {
        if words.count == 1, record.id.hasPrefix(words[0]) { return true }
        let texts = (record.attributes.strings + record.content.state.strings).map { $0.lowercased() }
        return words.allSatisfy { word in texts.contains { $0.contains(word) } }
    }
}
