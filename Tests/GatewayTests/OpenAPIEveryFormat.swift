import Activities
import Foundation

struct EveryFormatAttributes: ActivityAttributes {
    var count: Int
    var isHot: Bool
    var size: String

    struct ContentState: Codable, Sendable, Hashable {
        var name: String
        var note: String?
        var when: ClosedRange<Date>
        var alone: Date?
        var phone: String?
        var image: String?
        var mood: String?
    }
}

/// A kind with a field of every format, needed and optional.
enum EveryFormat: ActivityKind {
    static let kind = "every-format"
    static let attributesType = "EveryFormatAttributes"
    static let title = "Every format"
    static let summary = "A field of every format."
    static let keepAlive: String? = nil

    static let fields = [
        Field("count", label: "Count", .attribute, .integer(-2...7)), Field("isHot", label: "Hot", .attribute, .boolean),
        Field("size", label: "Size", .attribute, .choice(["small", "large"])), Field("name", label: "Name", .state, .text(maximum: 20)),
        Field("note", label: "Note", .state, .text(maximum: 20), isOptional: true), Field("when", label: "When", .state, .dateRange),
        Field("alone", label: "Alone", .state, .date, isOptional: true),
        Field("phone", label: "Telephone", .state, .telephone, isOptional: true),
        Field("image", label: "Picture", .state, .image, isOptional: true),
        Field("mood", label: "Mood", .state, .choice(["good", "bad"]), isOptional: true),
    ]

    static func problems(attributes: EveryFormatAttributes, state: EveryFormatAttributes.ContentState) -> [FieldError] { [] }
    static func flips(attributes: EveryFormatAttributes, state: EveryFormatAttributes.ContentState) -> [ActivityRecord.Flip: Date] { [:] }
    static func upperBound(attributes: EveryFormatAttributes, state: EveryFormatAttributes.ContentState) -> Date? { nil }

    static func presentation(_ activity: Snapshot<EveryFormatAttributes>, clock: WallClock) -> EveryFormatAttributes.ContentState {
        activity.state
    }

    static func samples(now: Date) -> [Sample<EveryFormatAttributes>] {
        let state = EveryFormatAttributes.ContentState(
            name: "Ana", note: nil, when: now...now.addingTimeInterval(60), alone: now, phone: nil, image: nil, mood: nil)
        return [Sample("Only", attributes: EveryFormatAttributes(count: 1, isHot: true, size: "small"), state: state)]
    }
}
