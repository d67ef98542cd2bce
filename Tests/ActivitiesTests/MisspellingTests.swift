import Testing

@testable import Activities

@Suite struct MisspellingTests {
    static let names = ["attributesType", "attributes", "contentState", "staleDate", "startDate", "alert"]

    @Test(
        "a name that lies close is guessed, whatever its case and style",
        arguments: [
            ("attributeType", "attributesType"), ("content-state", "contentState"), ("stale_date", "staleDate"), ("STARTDATE", "startDate"),
            ("alerts", "alert"),
        ])
    func near(_ typed: String, _ meant: String) { #expect(Misspelling.of(typed, among: Self.names) == meant) }

    @Test(
        "anything else is not, nor a name that is right",
        arguments: ["", "x", "state", "driverName", "alert", String(repeating: "a", count: 65)])
    func far(_ typed: String) { #expect(Misspelling.of(typed, among: Self.names) == nil) }

    @Test("a name of the greatest length is still compared, a longer one is not")
    func bound() {
        let name = String(repeating: "n", count: Misspelling.longest)
        #expect(Misspelling.of(name.dropLast() + "m", among: [name]) == name)
        #expect(Misspelling.of(name + "n", among: [name]) == nil)
    }
}
