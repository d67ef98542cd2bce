/// Guesses what somebody meant who misspelled a name.
enum Suggestion {
    /// Longer names are nobody's, and the distance costs the product of both lengths.
    static let longest = 64

    /// The name that lies within a third of its length; nil: none is close.
    static func nearest(to name: String, among known: [String]) -> String? {
        guard name.utf8.count <= longest else { return nil }
        let typed = Array(name.lowercased().utf8)
        let distances = known.map { (name: $0, distance: distance(typed, Array($0.lowercased().utf8))) }
        guard let best = distances.min(by: { $0.distance < $1.distance }), best.distance <= max(1, best.name.utf8.count / 3) else {
            return nil
        }
        return best.name
    }

    /// " Did you mean …?", or nothing.
    static func question(_ name: String?) -> String { name.map { " Did you mean \($0.quoted)?" } ?? "" }

    /// How many bytes have to be put in, taken out or changed (Levenshtein).
    private static func distance(_ a: [UInt8], _ b: [UInt8]) -> Int {
        var row = Array(0...b.count)
        for (i, byte) in a.enumerated() {
            var diagonal = row[0]
            row[0] = i + 1
            for j in b.indices {
                let changed = diagonal + (byte == b[j] ? 0 : 1)
                diagonal = row[j + 1]
                row[j + 1] = min(changed, row[j] + 1, diagonal + 1)
            }
        }
        return row[b.count]
    }
}
