import Testing

@testable import Gateway

@Suite struct SuggestionTests {
    static let names = ["attributesType", "attributes", "contentState", "staleDate", "startDate", "alert"]

    @Test(
        "a name that lies close is guessed, whatever its case",
        arguments: [
            ("attributeType", "attributesType"), ("content-state", "contentState"), ("stale_date", "staleDate"), ("STARTDATE", "startDate"),
            ("alerts", "alert"),
        ])
    func near(_ typed: String, _ meant: String) { #expect(Suggestion.nearest(to: typed, among: Self.names) == meant) }

    @Test("anything else is not", arguments: ["", "x", "state", "driverName", String(repeating: "a", count: 65)])
    func far(_ typed: String) { #expect(Suggestion.nearest(to: typed, among: Self.names) == nil) }

    @Test("a name of the greatest length is still compared, a longer one is not")
    func bound() {
        let name = String(repeating: "n", count: Suggestion.longest)
        #expect(Suggestion.nearest(to: name, among: [name]) == name)
        #expect(Suggestion.nearest(to: name + "n", among: [name]) == nil)
    }
}
