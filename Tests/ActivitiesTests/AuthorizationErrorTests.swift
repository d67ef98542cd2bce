import Foundation
import Kinds
import Testing

@testable import Activities

/// Each of ActivityKit's errors that can occur, provoked as it occurs (activitykit.md, "Limits and errors").
@Suite struct AuthorizationErrorTests {
    private typealias Lap = Activity<PlainAttributes>

    private func request(_ house: House, _ note: String = "", pushType: PushType? = nil) async throws -> Activity<PlainAttributes> {
        try await Activity.request(
            attributes: PlainAttributes(), content: ActivityContent(state: .init(note: note)), pushType: pushType, in: house.center)
    }

    @Test func `attributes and state of 4096 bytes are taken, of 4097 they are attributesTooLarge`() async throws {
        let house = try House()
        let fits = String(repeating: "x", count: 4096 - #"{}{"note":""}"#.utf8.count)
        let activity = try await request(house, fits)
        await #expect(throws: ActivityAuthorizationError.attributesTooLarge) { try await request(house, fits + "x") }
        await #expect { try await activity.update(ActivityContent(state: .init(note: fits + "x"))) } throws: { error in
            if case ActivityError.authorization(.attributesTooLarge) = error { true } else { false }
        }
    }

    @Test func `switched off is denied`() async throws {
        let house = try House()
        _ = try await house.center.perform(.changeSettings(SettingsChange(activitiesEnabled: false)))
        await #expect(throws: ActivityAuthorizationError.denied) { try await request(house) }
    }

    @Test func `as many as the server allows, in all and of one kind, and one more`() async throws {
        for (limits, error) in [
            (Limits(activities: 1, activitiesPerKind: 2), ActivityAuthorizationError.globalMaximumExceeded),
            (Limits(activities: 2, activitiesPerKind: 1), .targetMaximumExceeded),
        ] {
            let house = try House(limits: limits)
            let activity = try await request(house)
            await #expect(throws: error) { try await request(house) }
            try await activity.end(nil)
            _ = try await request(house)
        }
    }

    @Test(arguments: [
        "", "x", "4F9C1C3E-0000-4000-8000-000000000000", "4f9c1c3e-0000-4000-8000-00000000000", "4f9c1c3e-0000-4000-8000-0000000000000",
        "4f9c1c3e00004000800000000000000000000", "4f9c1c3e-0000-4000-8000-00000000000g", "４f9c1c3e-0000-4000-8000-0000000000",
    ])
    func `an id that is no UUID in lower case is malformed, another one only unknown`(id: String) throws {
        let house = try House()
        #expect(throws: ActivityAuthorizationError.malformedActivityIdentifier) { try Lap.activity(id: id, in: house.center) }
        #expect(try Lap.activity(id: "4f9c1c3e-0000-4000-8000-000000000000", in: house.center) == nil)
        #expect(Identifiers.isUUID(Identifiers.random.activity()))
    }

    @Test func `a start that cannot be stored is a persistenceFailure, and nothing of it is there`() async throws {
        let house = try House()
        house.journal.fail(with: JournalError(reason: "no room", isFull: true))
        await #expect(throws: ActivityAuthorizationError.persistenceFailure) { try await request(house) }
        #expect(Lap.activities(in: house.center).isEmpty)
        house.journal.fail(with: nil)
        let activity = try await request(house)
        house.journal.fail(with: JournalError(reason: "no room", isFull: true))
        await #expect { try await activity.end(nil) } throws: { error in
            if case ActivityError.store(let reason) = error { reason.isFull } else { false }
        }
        #expect(activity.activityState == .active)
    }

    @Test func `a type that no kind has, and broadcasts on a channel, are unsupported`() async throws {
        let house = try House()
        await #expect(throws: ActivityAuthorizationError.unsupported) {
            try await Activity.request(attributes: Reading(), content: ActivityContent(state: .init(value: 1)), in: house.center)
        }
        await #expect(throws: ActivityAuthorizationError.unsupported) { try await request(house, pushType: .channel("weather")) }
        _ = try await request(house, pushType: .token)
    }

    @Test func `what ActivityKit has no word for is an ActivityError`() async throws {
        let house = try House()
        await #expect { try await request(house, String(repeating: "x", count: 5001)) } throws: { error in
            if case ActivityError.invalid(let errors) = error { errors.map(\.field) == ["note"] } else { false }
        }
    }

    @Test(arguments: ActivityAuthorizationError.allCases)
    func `each says why in a sentence and what helps in another`(error: ActivityAuthorizationError) {
        for text in [error.failureReason, error.recoverySuggestion] { #expect(text.hasSuffix(".") && text.count > 20) }
        #expect(ActivityError.authorization(error).message == error.failureReason)
    }
}
