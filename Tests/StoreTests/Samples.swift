import Activities
import Foundation

/// Records and changes as a writer makes them.
func record(
    _ id: String, start: UInt64, sequence: UInt64? = nil, state: ActivityState = .active, token: String? = nil, glasses: Int64 = 0
) -> ActivityRecord {
    ActivityRecord(
        id: id, kind: "water-tracker", attributes: .object(["activityName": .string("Water Reminder")]),
        content: ActivityContent(state: .object(["currentGlasses": .integer(glasses), "dailyGoal": .integer(8)])), activityState: state,
        startDate: instant, pushToken: token ?? "token-\(id)", startSequence: start, sequence: sequence ?? start,
        controlsSequence: start, updatedDate: instant, timestampMark: 1_772_600_767)
}

func change(
    _ event: Change.Event, _ record: ActivityRecord, at date: Date = instant, key: String? = nil
) -> Change {
    Change(sequence: record.sequence, event: event, date: date, activity: record, idempotencyKey: key)
}

/// The same random numbers for the same seed (SplitMix64).
struct SeededGenerator: RandomNumberGenerator {
    var state: UInt64
    init(seed: UInt64) { state = seed }
    mutating func next() -> UInt64 {
        state &+= 0x9e37_79b9_7f4a_7c15
        var z = state
        z = (z ^ (z >> 30)) &* 0xbf58_476d_1ce4_e5b9
        z = (z ^ (z >> 27)) &* 0x94d0_49bb_1331_11eb
        return z ^ (z >> 31)
    }
}
