/// Names that are probably meant: the same letters, or nearly.
public enum Misspelling {
    /// Longer names are compared with nothing: a comparison costs the product of the lengths.
    static let longest = 64

    /// Of some names the one that probably stands for `name`; equal ones do not count; nil: none does.
    public static func of(_ name: String, among names: some Sequence<String>) -> String? {
        let near = names.compactMap { other in distance(name, other).map { (other, $0) } }
        return near.min { ($0.1, $0.0) < ($1.1, $1.0) }?.0
    }

    /// How far two names are apart; nil: too far, or the same.
    private static func distance(_ name: String, _ other: String) -> Int? {
        guard name != other, max(name.utf8.count, other.utf8.count) <= longest else { return nil }
        let (a, b) = (letters(name), letters(other))
        if a == b { return 0 }
        // A short name is near to too many others.
        let reach = min(a.count, b.count) < 4 ? 0 : min(a.count, b.count) < 8 ? 1 : 2
        let edits = edits(a, b)
        return edits <= reach ? edits : nil
    }

    /// Without what styles of naming differ in.
    private static func letters(_ name: String) -> [UInt8] { name.lowercased().utf8.filter { !"_-. ".utf8.contains($0) } }

    /// Levenshtein's distance, row by row.
    private static func edits(_ a: [UInt8], _ b: [UInt8]) -> Int {
        var row = Array(0...b.count)
        for (i, left) in a.enumerated() {
            var diagonal = row[0]
            row[0] = i + 1
            for (j, right) in b.enumerated() {
                let above = row[j + 1]
                row[j + 1] = left == right ? diagonal : min(diagonal, above, row[j]) + 1
                diagonal = above
            }
        }
        return row[b.count]
    }
}
