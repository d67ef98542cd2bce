import Activities
import Foundation
import Kinds
import Testing

/// activitykit.md, "Two epochs": what stands in a push's content, and what is said of the likely mistakes.
@Suite struct PushedContentTests {
    /// 2026-05-28T20:26:40Z: 1780000000 Unix seconds, 801692800 seconds since 2001.
    static let now = Date(timeIntervalSince1970: 1_780_000_000)

    private func json(_ text: String) throws -> JSON { try JSON(bytes: Array(text.utf8)) }

    private func state(_ text: String, of kind: any ActivityKind.Type = PizzaDelivery.self) throws -> PushedContent {
        try AnyKind(kind).contentState(pushed: try json(text), root: "content-state", now: Self.now)
    }

    private func problem(_ text: String, of kind: any ActivityKind.Type = PizzaDelivery.self) -> String? {
        do {
            _ = try state(text, of: kind)
            return nil
        } catch {
            return (error as? FieldError)?.message
        }
    }

    private func range(_ bounds: String) -> String { #"{"driverName":"TIM","estimatedDeliveryTime":\#(bounds)}"# }

    @Test func `dates are seconds since 2001, with or without a fraction, and are kept as all others are`() throws {
        let kept = try state(range("[801692800, 801693700.25]")).json
        #expect(kept["estimatedDeliveryTime"] == .array([.string("2026-05-28T20:26:40.000Z"), .string("2026-05-28T20:41:40.250Z")]))
        #expect(kept["driverName"] == .string("TIM"))
        #expect(try state(range("[801692800, 801692800]")).json["estimatedDeliveryTime"] != nil, "an instant is a range")
    }

    @Test func `what a push's content becomes is what the same content in ISO 8601 becomes`() throws {
        let pushed = try state(range("[801692800,801693700]")).json
        let stored = try JSON.decode(pushed, as: PizzaDeliveryAttributes.ContentState.self)
        #expect(stored.estimatedDeliveryTime == Self.now...Self.now.addingTimeInterval(900))
        #expect(try JSON.encode(stored) == pushed)
    }

    @Test func `Unix seconds where seconds since 2001 belong are told with the date that was meant`() {
        #expect(
            problem(range("[1780000000,1780000900]"))
                == "content-state.estimatedDeliveryTime[0] is 1780000000, the year 2057 when read as seconds since 2001; Unix seconds were sent, 2026-05-28T20:26:40.000Z was meant: send 801692800."
        )
        #expect(
            problem(range("[801692800,1780000900.5]"))
                == "content-state.estimatedDeliveryTime[1] is 1780000900.5, the year 2057 when read as seconds since 2001; Unix seconds were sent, 2026-05-28T20:41:40.500Z was meant: send 801693700.5."
        )
    }

    @Test func `milliseconds where seconds since 2001 belong are told with the date that was meant`() {
        #expect(
            problem(range("[1780000000000,1780000900000]"))
                == "content-state.estimatedDeliveryTime[0] is 1780000000000, the year 58406 when read as seconds since 2001; Unix milliseconds were sent, 2026-05-28T20:26:40.000Z was meant: send 801692800."
        )
        #expect(
            problem(range("[801692800000,801692900000]"))
                == "content-state.estimatedDeliveryTime[0] is 801692800000, the year 27405 when read as seconds since 2001; milliseconds since 2001 were sent, 2026-05-28T20:26:40.000Z was meant: send 801692800."
        )
    }

    @Test func `a date that lies ten years off means nothing, one that lies a second nearer is one`() throws {
        let reach = Int(Limits.farthest)
        #expect(try state(range("[801692800,\(801_692_800 + reach)]")).json["driverName"] != nil)
        #expect(
            problem(range("[801692800,\(801_692_800 + reach + 1)]"))
                == "content-state.estimatedDeliveryTime[1] is \(801_692_800 + reach + 1), the year 2036 when read as seconds since 2001: more than ten years from now, whatever epoch or unit was meant."
        )
        #expect(problem(range("[0,1]"))?.contains("is 0, the year 2001 when read as seconds since 2001: more than ten years") == true)
        #expect(problem(range("[-1e300,1e300]"))?.contains("is -1e+300, a year that no calendar has when read") == true)
    }

    @Test func `a text where a date belongs is told with the number that it should be`() {
        #expect(
            problem(range(#"["2026-05-28T22:26:40+02:00",801693700]"#))
                == "content-state.estimatedDeliveryTime[0] is \u{201C}2026-05-28T22:26:40+02:00\u{201D}; a date in a push is a number, seconds since 2001-01-01T00:00:00Z: send 801692800."
        )
        #expect(
            problem(range(#"["801692800",801693700]"#))
                == "content-state.estimatedDeliveryTime[0] is \u{201C}801692800\u{201D}; a date in a push is a number, seconds since 2001-01-01T00:00:00Z, without quotes."
        )
        #expect(
            problem(range(#"["soon",801693700]"#))
                == "content-state.estimatedDeliveryTime[0] is \u{201C}soon\u{201D}; a date in a push is a number, seconds since 2001-01-01T00:00:00Z."
        )
        #expect(
            problem(range("[null,801693700]"))
                == "content-state.estimatedDeliveryTime[0]: A date as a number, seconds since 2001-01-01T00:00:00Z, is needed, not null.")
    }

    @Test func `a range that ends before it starts is told with its two dates`() {
        #expect(
            problem(range("[801693700,801692800]"))
                == "content-state.estimatedDeliveryTime: The range ends at 2026-05-28T20:26:40.000Z, before it starts at 2026-05-28T20:41:40.000Z."
        )
    }

    @Test(arguments: ["[]", "[801692800]", "[801692800,801692800,801692800]", "{\"lowerBound\":801692800,\"upperBound\":801693700}", "5"])
    func `a range that is none is told so`(bounds: String) {
        #expect(
            problem(range(bounds))?.hasPrefix("content-state.estimatedDeliveryTime: A range of two dates, [lower, upper], is needed, not ")
                == true)
    }

    @Test func `a missing name is told, and the one that stands for it`() {
        #expect(
            problem(#"{"driver_name":"TIM","estimatedDeliveryTime":[801692800,801693700]}"#)
                == "content-state.driverName is missing, and \u{201C}driver_name\u{201D} is not known: \u{201C}driverName\u{201D} was probably meant."
        )
        #expect(problem(#"{"estimatedDeliveryTime":[801692800,801693700]}"#) == "content-state.driverName is missing.")
        #expect(
            problem(#"{"driverName":"TIM","estimatedDeliverTime":[801692800,801693700]}"#)
                == "content-state.estimatedDeliveryTime is missing, and \u{201C}estimatedDeliverTime\u{201D} is not known: \u{201C}estimatedDeliveryTime\u{201D} was probably meant."
        )
    }

    @Test func `a wrong type is told with its place`() {
        #expect(
            problem(#"{"driverName":5,"estimatedDeliveryTime":[801692800,801693700]}"#)
                == "content-state.driverName: Text is needed, not 5.")
        #expect(problem("[]") == "content-state: An object is needed, not an array.")
        #expect(problem("\"{}\"") == "content-state: An object is needed, not \u{201C}{}\u{201D}.")
    }

    @Test func `a misspelt optional name is passed over with a warning, any other stranger without`() throws {
        let content = try state(
            #"{"driverName":"TIM","estimatedDeliveryTime":[801692800,801693700],"driver-phone":"1 555 0100","weather":"fine"}"#)
        #expect(
            content.warnings == [
                "content-state.driver-phone is not known and was passed over: \u{201C}driverPhone\u{201D} was probably meant."
            ])
        #expect(content.json["weather"] == nil)
    }

    @Test func `attributes are read as the kind reads them`() throws {
        let kind = AnyKind(PizzaDelivery.self)
        let content = try kind.attributes(pushed: json(#"{"numberOfPizzas":2,"totalAmount":"$9"}"#), root: "attributes", now: Self.now)
        #expect(content.json == .object(["numberOfPizzas": .integer(2), "totalAmount": .string("$9")]))
        let error = #expect(throws: FieldError.self) {
            try kind.attributes(pushed: json(#"{"numberOfPizzas":2.5,"totalAmount":"$9"}"#), root: "attributes", now: Self.now)
        }
        #expect(error?.message == "attributes.numberOfPizzas: A whole number is needed, not 2.5.")
    }

    @Test func `in ISO 8601 a fault carries the same path, for a pointer`() throws {
        let stops = try json(#"{"stops":[{"name":"A"},{"name":"B","arrival":801692800}]}"#)
        let error = #expect(throws: DecodingError.self) { try JSON.decode(stops, as: TourAttributes.ContentState.self) }
        guard case .typeMismatch(_, let context)? = error else {
            Issue.record("\(error as Any)")
            return
        }
        #expect(context.codingPath.map(\.stringValue) == ["stops", "1", "arrival"])
        #expect(context.debugDescription.contains("ISO 8601"))
    }

    @Test func `dates at any depth of any kind are read alike`() throws {
        let good = #"{"stops":[{"name":"A","arrival":801692800},{"name":"B"}],"last":null}"#
        #expect(
            try state(good, of: Tour.self).json["stops"]
                == .array([
                    .object(["name": .string("A"), "arrival": .string("2026-05-28T20:26:40.000Z")]), .object(["name": .string("B")]),
                ]))
        #expect(
            problem(#"{"stops":[{"name":"A"},{"name":"B","arrival":1780000000}]}"#, of: Tour.self)
                == "content-state.stops[1].arrival is 1780000000, the year 2057 when read as seconds since 2001; Unix seconds were sent, 2026-05-28T20:26:40.000Z was meant: send 801692800."
        )
        #expect(
            problem(#"{"stops":[{"Name":"A"}]}"#, of: Tour.self)
                == "content-state.stops[0].name is missing, and \u{201C}Name\u{201D} is not known: \u{201C}name\u{201D} was probably meant."
        )
        #expect(problem(#"{"stops":[7]}"#, of: Tour.self) == "content-state.stops[0]: An object is needed, not 7.")
    }
}

/// A kind whose dates lie deep.
struct TourAttributes: ActivityAttributes {
    struct Stop: Codable, Sendable, Hashable {
        var name: String
        var arrival: Date?
    }
    struct ContentState: Codable, Sendable, Hashable {
        var stops: [Stop]
        var last: Date?
    }
}

enum Tour: ActivityKind {
    static let kind = "tour"
    static let attributesType = "TourAttributes"
    static let title = "Tour"
    static let summary = "A tour."
    static let keepAlive: String? = nil
    static let fields: [Field] = []
    static func problems(attributes: TourAttributes, state: TourAttributes.ContentState) -> [FieldError] { [] }
    static func flips(attributes: TourAttributes, state: TourAttributes.ContentState) -> [ActivityRecord.Flip: Date] { [:] }
    static func upperBound(attributes: TourAttributes, state: TourAttributes.ContentState) -> Date? { nil }
    static func presentation(_ activity: Snapshot<TourAttributes>, clock: WallClock) -> String { "" }
    static func samples(now: Date) -> [Sample<TourAttributes>] { [] }
}
