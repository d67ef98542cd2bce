import Activities

/// What a sentence says of a name that was probably misspelt.
enum Suggestion {
    /// " Did you mean …?" with the known name that is probably meant, or nothing.
    static func question(for name: String, among known: some Sequence<String>) -> String { question(Misspelling.of(name, among: known)) }

    /// " Did you mean …?", or nothing.
    static func question(_ name: String?) -> String { name.map { " Did you mean \($0.quoted)?" } ?? "" }
}
