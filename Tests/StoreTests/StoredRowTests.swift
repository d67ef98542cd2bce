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

    @Test("a number that JSON cannot say is stored as nought")
    func notANumber() throws {
        var sample = record("a", start: 1)
        sample.content.relevanceScore = .nan
        let store = try Store(inMemorySince: instant)
        try store.append([change(.start, sample)])
        #expect(try store.load().activities.first?.content.relevanceScore == 0)
    }
}
