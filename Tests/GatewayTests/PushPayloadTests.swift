import Activities
import Foundation
import HTTP
import Testing

@testable import Gateway

/// What stands beside the content of a push.
@Suite struct PushPayloadTests {
    static let now = PushedContentTests.now

    private func payload(_ aps: String, beside: String = "") throws -> PushPayload {
        try PushPayload(Array(#"{"aps":{\#(aps)}\#(beside)}"#.utf8))
    }

    private func sentence(_ body: () throws -> Void) -> String? {
        do {
            try body()
            return nil
        } catch {
            return (error as? PushFault)?.sentence
        }
    }

    @Test(arguments: [
        ("", "The payload is empty"), ("{", "The payload is no JSON: a member lacks its name, at byte 1"),
        (#"{"aps":{"event":update}}"#, "The payload is no JSON: no value begins like this, at byte 16"),
        ("[]", "The payload is no JSON object"), ("{}", "The payload has no aps"),
        (#"{"APS":{}}"#, "The payload has no aps; \u{201C}APS\u{201D} was probably meant so"),
        (#"{"aps":[]}"#, "The payload's aps is no JSON object"),
    ])
    func `a payload without an aps is empty, and is told why and where`(body: String, why: String) {
        #expect(sentence { _ = try PushPayload(Array(body.utf8)) } == why + ": it is a JSON object with an aps in it.")
    }

    @Test func `4096 bytes are a payload, and one more is one too many`() throws {
        let frame = #"{"aps":{"x":""}}"#
        func body(_ count: Int) -> [UInt8] {
            Array(#"{"aps":{"x":"\#(String(repeating: "x", count: count - frame.utf8.count))"}}"#.utf8)
        }
        #expect(body(4096).count == 4096)
        _ = try PushPayload(body(4096))
        #expect(sentence { _ = try PushPayload(body(4097)) } == "The payload has 4097 bytes; 4096 are allowed: 1 too many.")
    }

    @Test func `a needed name that is missing is looked for`() throws {
        for (aps, beside, hint) in [
            ("", "", ""),
            (#""contentState":{}"#, "", "; \u{201C}contentState\u{201D} is not known: \u{201C}content-state\u{201D} was probably meant"),
            ("", #","content-state":{}"#, "; it stands beside aps and belongs inside"), (#""content-state":null"#, "", ""),
        ] {
            let payload = try payload(aps, beside: beside)
            #expect(sentence { _ = try payload.needed("content-state", "why.") } == "content-state is missing\(hint): why.")
        }
    }

    @Test func `misspelt and misplaced names are passed over with a warning`() throws {
        #expect(
            try payload(#""staleDate":1,"event":"end","mutable-content":1"#, beside: #","relevance-score":1,"order":7"#).warnings == [
                "aps.staleDate is not known and was passed over: \u{201C}stale-date\u{201D} was probably meant.",
                "relevance-score stands beside aps and was passed over: it belongs inside.",
            ])
    }

    @Test(arguments: [
        ("1780000000", 1_780_000_000), ("1780000000.0", 1_780_000_000), ("5", 5), ("null", nil), ("99999999999", 99_999_999_999),
    ])
    func `a timestamp is whole Unix seconds, and what only lies far away is left to the order`(text: String, seconds: Int64?) throws {
        #expect(try payload(#""timestamp":\#(text)"#).timestamp(now: Self.now) == seconds)
    }

    @Test(arguments: [
        (
            "1780000000000",
            "is 1780000000000, the year 58375 when read as Unix seconds; Unix milliseconds were sent, 2026-05-28T20:26:40.000Z was meant: send 1780000000."
        ),
        (
            "801692800",
            "is 801692800, the year 1995 when read as Unix seconds; seconds since 2001 were sent, 2026-05-28T20:26:40.000Z was meant: send 1780000000."
        ),
        ("1780000000.25", "is 1780000000.25; it is a whole number of Unix seconds: send 1780000000."),
        ("\"1780000000\"", "is the text \u{201C}1780000000\u{201D}; it is a number of Unix seconds, without quotes."),
        (
            "\"2026-05-28T20:26:40.5Z\"",
            "is the text \u{201C}2026-05-28T20:26:40.5Z\u{201D}; it is a number of Unix seconds: send 1780000000."
        ),
        ("true", "is true; it is a number of Unix seconds."), ("1e300", "is 1e+300; it is a whole number of Unix seconds."),
    ])
    func `another epoch, unit or type in timestamp is told`(text: String, why: String) throws {
        let payload = try payload(#""timestamp":\#(text)"#)
        #expect(sentence { _ = try payload.timestamp(now: Self.now) } == "timestamp \(why)")
    }

    @Test func `another epoch or unit in the other dates is told`() throws {
        for name in ["stale-date", "dismissal-date"] {
            func problem(_ text: String) throws -> String? {
                let payload = try payload(#""\#(name)":\#(text)"#)
                return sentence {
                    _ = try name == "stale-date" ? payload.staleDate(now: Self.now) as Any : payload.dismissal(now: Self.now)
                }
            }
            #expect(
                try problem("1780000000000")
                    == "\(name) is 1780000000000, the year 58375 when read as Unix seconds; Unix milliseconds were sent, 2026-05-28T20:26:40.000Z was meant: send 1780000000."
            )
            #expect(
                try problem("801692800.5")
                    == "\(name) is 801692800.5, the year 1995 when read as Unix seconds; seconds since 2001 were sent, 2026-05-28T20:26:40.500Z was meant: send 1780000000.5."
            )
            #expect(
                try problem("9780000000")
                    == "\(name) is 9780000000, the year 2279 when read as Unix seconds: more than ten years from now, whatever epoch or unit was meant."
            )
            #expect(try problem("{}") == "\(name) is an object; it is a number of Unix seconds.")
            #expect(try problem("1780000900.5") == nil)
        }
        #expect(try payload(#""stale-date":1780000900"#).staleDate(now: Self.now) == Self.now.addingTimeInterval(900))
        #expect(try payload("").staleDate(now: Self.now) == nil)
    }

    @Test(
        arguments: [
            ("", .default), (#""dismissal-date":null"#, .default), (#""dismissal-date":1780000000"#, .immediate),
            (#""dismissal-date":1779999999"#, .immediate), (#""dismissal-date":0"#, .immediate), (#""dismissal-date":-1"#, .immediate),
            (#""dismissal-date":1780000001"#, .after(PushedContentTests.now.addingTimeInterval(1))),
        ] as [(String, ActivityUIDismissalPolicy)])
    func `a dismissal date that has passed dismisses at once`(aps: String, policy: ActivityUIDismissalPolicy) throws {
        #expect(try payload(aps).dismissal(now: Self.now) == policy)
    }

    @Test func `a relevance score is a number, and 0 where there is none`() throws {
        #expect(try payload("").relevanceScore() == 0)
        #expect(try payload(#""relevance-score":7.5"#).relevanceScore() == 7.5)
        let text = try payload(#""relevance-score":"7""#)
        #expect(sentence { _ = try text.relevanceScore() } == "relevance-score is the text \u{201C}7\u{201D}; it is a number.")
    }

    // MARK: Alerts

    private func alert(_ aps: String) throws -> AlertConfiguration? { try PushAlert(title: "Pizza").read(try payload(aps)) }

    @Test(
        arguments: [
            ("", nil), (#""alert":"""#, nil), (#""alert":{}"#, nil), (#""alert":{"sound":"a"}"#, nil), (#""alert":null"#, nil),
            (#""alert":"Here""#, AlertConfiguration(title: "Pizza", body: "Here")),
            (#""alert":{"title":"T","body":"B"}"#, AlertConfiguration(title: "T", body: "B")),
            (#""alert":{"title":"T"}"#, AlertConfiguration(title: "T", body: "")),
            (#""alert":{"body":"B"}"#, AlertConfiguration(title: "Pizza", body: "B")),
            (
                #""alert":{"title":{"loc-key":"%@ is near"},"body":{"loc-key":"BODY","loc-args":["x"]}}"#,
                AlertConfiguration(title: "%@ is near", body: "BODY")
            ),
            (#""alert":{"title":{"loc-key":"%@ is near","loc-args":["TIM"]}}"#, AlertConfiguration(title: "TIM is near", body: "")),
            (
                #""alert":{"title-loc-key":"%2$@, %1$@","title-loc-args":["a",2],"loc-key":"100%% %@","loc-args":["%@"]}"#,
                AlertConfiguration(title: "2, a", body: "100% %@")
            ),
            (#""alert":"B","sound":"Chime.aiff""#, AlertConfiguration(title: "Pizza", body: "B", sound: "chime")),
            (
                #""alert":{"body":"B","sound":{"critical":1,"name":"bell"}},"sound":"x""#,
                AlertConfiguration(title: "Pizza", body: "B", sound: "bell")
            ),
            (#""alert":{"body":"B","sound":"../../x y"}"#, AlertConfiguration(title: "Pizza", body: "B", sound: "default")),
        ] as [(String, AlertConfiguration?)])
    func `an alert is read in each of Apple's forms`(aps: String, wanted: AlertConfiguration?) throws {
        #expect(try alert(aps) == wanted)
    }

    @Test(arguments: [
        (#""alert":5"#, "alert is 5; it is a text, or an object with title and body."),
        (#""alert":{"title":5}"#, "alert.title is 5; it is a text, or an object with loc-key and loc-args."),
        (
            #""alert":{"body":{"key":"x"}}"#,
            "alert.body is an object without a loc-key: it is a text, or an object with loc-key and loc-args."
        ),
        (#""alert":{"loc-key":5}"#, "alert's loc-key is 5; it is a text."),
        (#""alert":{"loc-key":"a","loc-args":"b"}"#, "alert's loc-args are the text \u{201C}b\u{201D}; they are an array of texts."),
        (#""alert":{"loc-key":"a","loc-args":[{}]}"#, "alert's loc-args hold an object; they are texts."),
        (#""alert":"a","sound":5"#, "sound is 5; it is a text, or an object with a name."),
    ])
    func `an alert that is none is told why`(aps: String, why: String) throws {
        #expect(sentence { _ = try alert(aps) } == why)
    }

    @Test(arguments: [
        ("%1$@%1$@", "aa"), ("%3$@", "%3$@"), ("%0$@", "%0$@"), ("%d %", "%d %"), ("%@%@%@", "ab%@"),
        ("%99999999999999999999$@", "%99999999999999999999$@"), ("é%@", "éa"),
    ])
    func `what a format has no argument for stays as it is`(format: String, filled: String) {
        #expect(PushAlert.filled(format, ["a", "b"]) == filled)
    }
}
