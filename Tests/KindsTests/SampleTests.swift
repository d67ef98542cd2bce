import Activities
import Foundation
import Testing

@testable import Kinds

/// What holds for every kind, by its samples; a new kind gets these tests by standing in the list.
@Suite struct SampleTests {
    private static let now = Date(milliseconds: 1_769_882_400_000)
    private let clock = WallClock(timeZone: TimeZone(secondsFromGMT: 3600) ?? .current)

    /// One kind, named in reports.
    struct Listed: CustomTestStringConvertible, Sendable {
        let kind: AnyKind
        var testDescription: String { kind.kind }
        static let all = Kinds.all.map { Listed(kind: AnyKind($0)) }
    }

    @Test(arguments: Listed.all) func `has samples with names and ids of their own`(listed: Listed) throws {
        let samples = try listed.kind.samples(now: Self.now)
        #expect(!samples.isEmpty)
        #expect(Set(samples.map(\.name)).count == samples.count)
        #expect(Set(samples.map(\.record.id)).count == samples.count)
        #expect(samples.allSatisfy { $0.record.kind == listed.kind.kind })
    }

    @Test(arguments: Listed.all) func `presents each sample as a value that encodes, the same at every call`(listed: Listed) throws {
        for sample in try listed.kind.samples(now: Self.now) {
            let presentation = try JSON.encode(try listed.kind.presentation(of: sample.record, clock: clock))
            guard case .object(let members) = presentation else {
                Issue.record("\(sample.name) is no object")
                continue
            }
            #expect(!members.isEmpty, "\(sample.name)")
            #expect(try JSON.encode(try listed.kind.presentation(of: sample.record, clock: clock)) == presentation, "\(sample.name)")
        }
    }

    @Test(arguments: Listed.all) func `flips in order, and not after the upper bound of its range`(listed: Listed) throws {
        for sample in try listed.kind.samples(now: Self.now) {
            let instants = listed.kind.instants(of: sample.record)
            let dates = ActivityRecord.Flip.allCases.compactMap { instants.flips[$0] }
            #expect(dates == dates.sorted(), "\(sample.name)")
            if let upper = instants.upperBound, let last = dates.last { #expect(last <= upper, "\(sample.name)") }
            #expect(sample.record.flips.isSubset(of: instants.flips.keys), "\(sample.name)")
            // A card that is over may have ended before a flip; one that runs has passed exactly those that lie behind it.
            if sample.record.activityState == .active {
                #expect(sample.record.flips == Set(instants.flips.filter { $0.value <= Self.now }.keys), "\(sample.name)")
            }
        }
    }

    @Test(arguments: Kinds.all.indices) func `finds nothing wrong with its samples, and a start accepts each as it stands`(index: Int) async throws {
        try await check(Kinds.all[index])
    }

    private func check<Kind: ActivityKind>(_ kind: Kind.Type) async throws {
        let center = try ActivityCenter(journal: Forgetful(), kinds: KindRegistry([kind]), clock: Still(now: Self.now))
        for sample in kind.samples(now: Self.now) {
            #expect(kind.problems(attributes: sample.attributes, state: sample.state) == [], "\(sample.name)")
            let payload = Payload.encoded(attributes: try JSON.encode(sample.attributes), state: try JSON.encode(sample.state))
            let started = try await center.perform(.request(StartRequest(kind: kind.kind, payload: payload))).activities[0]
            #expect(try JSON.decode(started.attributes, as: Kind.Attributes.self) == sample.attributes, "\(sample.name)")
            #expect(try JSON.decode(started.content.state, as: Kind.Attributes.ContentState.self) == sample.state, "\(sample.name)")
        }
    }

    @Test(arguments: Listed.all) func `shows each field that people fill in once, under a label`(listed: Listed) {
        #expect(Set(listed.kind.fields.map(\.name)).count == listed.kind.fields.count)
        #expect(listed.kind.fields.allSatisfy { !$0.label.isEmpty })
        #expect(KindRegistry(Kinds.all)[listed.kind.kind]?.attributesType == listed.kind.attributesType)
        #expect(KindRegistry(Kinds.all)[attributesType: listed.kind.attributesType]?.kind == listed.kind.kind)
    }
}

private struct Still: ActivityClock {
    let now: Date
    func wake(at date: Date?, _ body: @escaping @Sendable () -> Void) {}
}

private struct Forgetful: Journal {
    var epoch: String { "none" }
    func load() throws -> Loaded { Loaded(activities: [], settings: Settings(), lastSequence: 0) }
    func append(_ changes: [Change]) throws {}
    func activity(_ id: String) throws -> ActivityRecord? { nil }
    func activityStarted(by idempotencyKey: String, now: Date) throws -> ActivityRecord? { nil }
    func pushToStartTokens(proposed: [String: String]) throws -> [String: String] { proposed }
}
