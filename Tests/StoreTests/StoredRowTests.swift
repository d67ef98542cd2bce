import Activities
import Foundation
import SQLite
import Testing

@testable import Store

@Suite struct StoredRowTests {
    /// As the first version wrote it. Never change it: rows like it are on people's disks.
    static let firstVersion = """
        {"id":"a","kind":"water-tracker","attributes":{"activityName":"Water Reminder"},"state":{"currentGlasses":3,"dailyGoal":8},\
        "activityState":"active","start":794293567.891,"token":"t","startSequence":1,"sequence":5,"controlsSequence":1,\
        "updated":794293567.891,"mark":1772600767,"stale":794300000,"relevance":0.5,"flips":["midpoint"],"keepAlive":"worker",\
        "alert":{"title":"T","body":"B","sound":"default","sequence":5,"date":794293567.891}}
        """

    func decode(_ text: String) throws -> ActivityRecord {
        var text = text
        return try text.withUTF8 { try StoredActivity.decode(try StoredJSON.decode(UnsafeRawBufferPointer($0))) }
    }

    @Test("a row of the first version opens, every member of it")
    func first() throws {
        let record = try decode(Self.firstVersion)
        #expect(record.id == "a" && record.kind == "water-tracker" && record.pushToken == "t" && record.keepAlive == "worker")
        #expect(record.content.state == .object(["currentGlasses": .integer(3), "dailyGoal": .integer(8)]))
        #expect(record.content.staleDate == Date(timeIntervalSinceReferenceDate: 794_300_000) && record.content.relevanceScore == 0.5)
        #expect(record.startSequence == 1 && record.sequence == 5 && record.controlsSequence == 1 && record.timestampMark == 1_772_600_767)
        #expect(record.flips == [.midpoint] && record.alert?.alert.title == "T" && record.alert?.sequence == 5)
    }

    @Test("a row without the members that have a default opens")
    func missing() throws {
        let record = try decode(#"{"id":"a","kind":"k","activityState":"ended","start":1,"token":"t","startSequence":1,"sequence":2}"#)
        #expect(record.attributes == .object([:]) && record.content == ActivityContent(state: .object([:])))
        #expect(record.controlsSequence == 2 && record.updatedDate == record.startDate && record.timestampMark == 0)
        #expect(record.flips.isEmpty && record.alert == nil && record.keepAlive == nil && record.endDate == nil)
    }

    @Test("a row with members that this version does not know opens")
    func extra() throws {
        let text = Self.firstVersion.replacing(#""id":"a""#, with: #""id":"a","later":{"x":[1]},"flips2":null"#)
            .replacing(#"["midpoint"]"#, with: #"["midpoint","unheard-of"]"#)
        #expect(try decode(text) == decode(Self.firstVersion))
    }

    @Test("what cannot be guessed is asked for by name", arguments: ["id", "kind", "activityState", "start", "token", "startSequence", "sequence"])
    func required(_ key: String) throws {
        let text = Self.firstVersion.replacing("\"\(key)\":", with: "\"no\":", maxReplacements: 1)
        let error = try #require(throws: JournalError.self) { try decode(text) }
        #expect(error.reason.contains(key))
    }

    @Test("a state of no meaning, or no JSON at all, is an error and not a trap")
    func damaged() {
        #expect(throws: JournalError.self) { try decode(Self.firstVersion.replacing("active\"", with: "asleep\"")) }
        #expect(throws: (any Error).self) { try decode("{") }
        #expect(throws: (any Error).self) { try decode("") }
        #expect(throws: JournalError.self) { try decode("[]") }
    }

    @Test("settings of a row without them stand at their defaults")
    func settings() {
        #expect(StoredSettings.decode(.object([:])) == Settings())
        #expect(StoredSettings.decode(.object(["activitiesEnabled": .boolean(false), "more": .null])).activitiesEnabled == false)
    }

    @Test("attributes and state as deep as JSON may be are stored and load again; what is deeper still is refused and not a trap")
    func deep() throws {
        func nested(_ depth: Int) -> JSON { (0..<depth).reduce(JSON.null) { inner, _ in .array([inner]) } }
        func deep(_ depth: Int) -> ActivityRecord {
            var sample = ActivityRecord(
                id: "a", kind: "k", attributes: nested(depth), content: ActivityContent(state: nested(depth)), activityState: .active,
                startDate: instant, pushToken: "t", startSequence: 1, sequence: 1, controlsSequence: 1, updatedDate: instant, timestampMark: 0)
            sample.content.state = nested(depth)
            return sample
        }
        let store = try Store(inMemorySince: instant)
        try store.append([change(.start, deep(JSON.maximumDepth))])
        #expect(try store.load().activities == [deep(JSON.maximumDepth)])
        let bytes = StoredActivity.encode(deep(JSON.maximumDepth + 1))
        #expect(throws: JournalError.self) { try bytes.withUnsafeBytes { try StoredJSON.decode($0) } }
    }

    @Test("what is written is what the first version would have read, with the fingerprint of its start beside it")
    func written() throws {
        let first = try decode(Self.firstVersion)
        #expect(first.startFingerprint == nil)
        let again = String(decoding: StoredActivity.encode(first), as: UTF8.self)
        #expect(try decode(again) == first)
        let keyed = try decode(Self.firstVersion.replacing(#""id":"a""#, with: #""id":"a","fingerprint":"f\"""#))
        #expect(keyed.startFingerprint == "f\"")
        #expect(try decode(String(decoding: StoredActivity.encode(keyed), as: UTF8.self)) == keyed)
    }

    @Test("keys given twice, numbers as text, half a surrogate pair, bytes that are no UTF-8 and dates far away never trap")
    func strange() throws {
        #expect(throws: JournalError.self) { try decode(Self.firstVersion.replacing(#""id":"a""#, with: #""id":"a","id":"b""#)) }
        #expect(throws: JournalError.self) { try decode(Self.firstVersion.replacing(#""sequence":5,"controls"#, with: #""sequence":"5","controls"#)) }
        #expect(throws: JournalError.self) { try decode(Self.firstVersion.replacing(#""kind":"water-tracker""#, with: #""kind":"\ud800""#)) }
        #expect(throws: JournalError.self) {
            try [0x7b, 0x22, 0xff, 0x22, 0x3a, 0x31, 0x7d].withUnsafeBytes { try StoredJSON.decode($0) }
        }
        #expect(throws: JournalError.self) { try decode(Self.firstVersion.replacing(#""sequence":5,"controls"#, with: #""sequence":-5,"controls"#)) }
        let far = try decode(Self.firstVersion.replacing(#""stale":794300000"#, with: #""stale":1e300"#))
        let store = try Store(inMemorySince: instant)
        try store.append([Change(sequence: 5, event: .update, date: try #require(far.content.staleDate), activity: far)])
        #expect(try store.load().activities == [far])
        #expect(try store.events(after: 0, limit: 1).count == 1)
    }

    @Test("a number that JSON cannot say is stored as nought")
    func notANumber() throws {
        var sample = record("a", start: 1)
        sample.content.relevanceScore = .nan
        let store = try Store(inMemorySince: instant)
        try store.append([change(.start, sample)])
        #expect(try store.load().activities.first?.content.relevanceScore == 0)
    }
}
