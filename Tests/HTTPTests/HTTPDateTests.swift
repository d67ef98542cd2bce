import Testing

@testable import HTTP

@Suite("Dates")
struct HTTPDateTests {
    @Test(
        "Unix seconds are written in the fixed format",
        arguments: [
            (784_111_777, "Sun, 06 Nov 1994 08:49:37 GMT"), (0, "Thu, 01 Jan 1970 00:00:00 GMT"), (-1, "Wed, 31 Dec 1969 23:59:59 GMT"),
            (951_782_400, "Tue, 29 Feb 2000 00:00:00 GMT"), (4_107_542_400, "Mon, 01 Mar 2100 00:00:00 GMT"),
            (253_402_300_799, "Fri, 31 Dec 9999 23:59:59 GMT"), (.max, "Fri, 31 Dec 9999 23:59:59 GMT"),
            (.min, "Sat, 01 Jan 0000 00:00:00 GMT"),
        ] as [(Int64, String)])
    func writing(_ seconds: Int64, _ text: String) {
        #expect(HTTPDate.string(seconds) == text)
    }

    @Test("all three forms are read")
    func reading() {
        #expect(HTTPDate.seconds("Sun, 06 Nov 1994 08:49:37 GMT", now: 0) == 784_111_777)
        #expect(HTTPDate.seconds("Sunday, 06-Nov-94 08:49:37 GMT", now: 1_800_000_000) == 784_111_777)
        #expect(HTTPDate.seconds("Sun Nov  6 08:49:37 1994", now: 0) == 784_111_777)
        #expect(HTTPDate.seconds("Thu Nov 16 08:49:37 1994", now: 0) == 784_975_777)
    }

    @Test("a year of two digits lies at most fifty years ahead")
    func shortYears() {
        let year = { (text: String) in
            HTTPDate.seconds("Sunday, 01-Jan-\(text) 00:00:00 GMT", now: 1_800_000_000).map { HTTPDate.string($0).dropFirst(12).prefix(4) }
        }
        #expect(year("77") == "2077")
        #expect(year("78") == "1978")
    }

    @Test(
        "what is no date is refused",
        arguments: [
            "", "now", "Sun, 30 Feb 2020 00:00:00 GMT", "Sun, 29 Feb 2100 00:00:00 GMT", "Sun, 06 Nov 1994 24:00:00 GMT",
            "Sun, 06 Nov 1994 08:60:00 GMT",
            "Sun, 06 Nov 1994 08:49:61 GMT", "Sun, 06 Nov 1994 08:49:37 CET", "Xxx, 06 Nov 1994 08:49:37 GMT",
            "Sun, 6 Nov 1994 08:49:37 GMT",
            "Sun, 06 Nov 94 08:49:37 GMT", "Sun, 00 Nov 1994 08:49:37 GMT", "Sun, 06 nov 1994 08:49:37 GMT", "Sun, 06 Nov 1994 8:49:37 GMT",
            "784111777",
        ])
    func refusing(_ text: String) {
        #expect(HTTPDate.seconds(text, now: 0) == nil)
    }

    @Test("what is written is read back, in every century")
    func roundTrip() {
        var random = Seeded(state: 7)
        for _ in 0..<500 {
            let seconds = Int64.random(in: -62_167_219_200...253_402_300_799, using: &random)
            #expect(HTTPDate.seconds(HTTPDate.string(seconds), now: 0) == seconds)
        }
    }
}
