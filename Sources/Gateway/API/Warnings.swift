import Activities

/// What is said beside an activity that was changed as asked, or not quite.
struct Warnings {
    private var sentences: [String]

    init(_ outcome: Outcome) { sentences = outcome.warning.map { [$0] } ?? [] }

    /// Members that the kind does not know are passed over, as ActivityKit's decoder does; whoever misspelled one should hear of it.
    /// `kept`: as it is stored, with every member that the kind knows.
    mutating func passOver(_ place: String, sent: JSON?, kept: JSON) {
        guard case .object(let sent)? = sent, case .object(let kept) = kept else { return }
        let unknown = sent.filter { $0.value != .null && kept[$0.key] == nil }.keys.sorted()
        for name in unknown.prefix(Problem.maximumFaults) {
            sentences.append(
                "\(place) has no member \(name.quoted): it was passed over." + Suggestion.question(for: name, among: kept.keys))
        }
    }

    /// `"warning"`, where there is one.
    var members: [String: JSON] { sentences.isEmpty ? [:] : ["warning": .string(sentences.joined(separator: " "))] }
}
