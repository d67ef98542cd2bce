import Activities
import Foundation
import Kinds
import Testing

@testable import Gateway

/// A kind's schemas accept what the server accepts, and nothing else, as far as a schema can say it.
@Suite struct OpenAPISchemaTests {
    /// A value at a bound, or one beyond it.
    struct Case: CustomTestStringConvertible, Sendable {
        let field: String
        let value: JSON
        var isLeftOut = false
        var testDescription: String { "\(field) \(isLeftOut ? "left out" : String(decoding: value.bytes.prefix(60), as: UTF8.self))" }
    }

    private static func text(_ field: String, _ texts: String...) -> [Case] { texts.map { Case(field: field, value: .string($0)) } }

    private static func dates(_ texts: String...) -> [Case] {
        let upper = JSON.string("2027-01-16T08:00:00Z")
        return texts.map { Case(field: "when", value: .array([.string($0), upper])) }
            + texts.map { Case(field: "alone", value: .string($0)) }
    }

    /// The compiler takes no noncharacter in a literal.
    private static func scalar(_ value: UInt32) -> String { "a" + (Unicode.Scalar(value).map { String(Character($0)) } ?? "") }

    private static let integers = [
        JSON.integer(-3), .integer(-2), .integer(7), .integer(8), .number(7.0), .number(6.5), .number(1e300), .string("1"), .boolean(true),
        .null,
    ].map { Case(field: "count", value: $0) }

    private static let long = String(repeating: "x", count: 20)

    private static let texts =
        text(
            "name", "", " ", "\u{a0}\u{1680}\u{2000}\u{200a}\u{202f}\u{205f}\u{3000}", "x", "  x  ", " \u{308}", "\u{200b}", long,
            long + "x")
        + text(
            "name", "a\nb", "a\n", "a\u{0}", "a\u{1f}b", "a\u{7f}", "a\u{9f}", "a\u{2028}", "a\u{2029}", scalar(0xfdd0), scalar(0xfdef),
            scalar(0xfffe))
        + text(
            "name", scalar(0xffff), scalar(0x1fffe), scalar(0x10ffff), scalar(0x1fffd), scalar(0x10fffd), "a\u{a0}", "a\u{fdcf}",
            "a\u{fdf0}", "a\u{fffd}")
        + text("name", "TIM 👨🏻‍🍳", "محمد", "🏳️‍🌈", "\u{e000}", "\u{d7ff}", "<script>{{x}}\"'")
        + text("note", "", " ", "x", "\u{1}", long, long + "x")
        + [Case(field: "name", value: .null), Case(field: "name", value: .integer(1)), Case(field: "note", value: .null)]

    private static let telephones = text(
        "phone", "", "1", "12", "+1 555 0100", "(0)30-1/2.#*", "+", "tel:12", "1a2", "1\n2", "12\n", String(repeating: "1", count: 32),
        String(repeating: "1", count: 33))

    private static let images =
        text(
            "image", "", "a", "a.png", "a/b-c_d.webp", ".a", "a/.b", "a//b", "/a", "a/", "../a", "a b", "ä.png",
            String(repeating: "a", count: 200),
            String(repeating: "a", count: 201))
        + text(
            "image", "https://h", "HTTPS://h/?q=[1]&a=~$#@x", "https://", "https:///a", "https://u@h/", "https://h/@", "https://h?@",
            "http://h/a",
            "javascript:1", "https://h/\"", "https://h/a b", "https://h/{}", "https://h|", "https://h/é", "https://h\\", "https://h`",
            "https://h^",
            "https://h/" + String(repeating: "a", count: 1014), "https://h/" + String(repeating: "a", count: 1015))

    private static let moments =
        dates("2027-01-15T08:00:00Z", "2027-01-15T08:00:00.123456Z", "2027-01-15T08:00Z", "2027-01-15t08:00:00z", "2027-01-15 08:00:00Z")
        + dates("2027-01-15T08:00:00,5Z", "2027-01-15T08:00:00+02:00", "2027-01-15T08:00:00-0230", "2027-01-15T08:00:00+02")
        + dates(
            "2027-01-15T08:00:00", "2027-01-15", "2027-01-15T24:00:00Z", "2027-01-15T08:60:00Z", "2027-01-15T08:00:60Z",
            "2027-13-15T08:00:00Z")
        + dates("2027-01-32T08:00:00Z", "2027-01-15T08:00:00+24:00", "2027-01-15T08:00:00.Z", "27-01-15T08:00:00Z", "", "now")
        + dates(
            "2027-01-15T08:00:00." + String(repeating: "1", count: 27) + "Z",
            "2027-01-15T08:00:00." + String(repeating: "1", count: 28) + "Z")
        + [JSON.integer(1_800_000_000), .number(8e8), .null, .boolean(true), .array([])].map { Case(field: "alone", value: $0) }
        + [
            JSON.array([]), .array([.string("2027-01-15T08:00:00Z")]), .null, .string("2027-01-15T08:00:00Z"),
            .array(Array(repeating: .string("2027-01-15T08:00:00Z"), count: 2)),
            .array(Array(repeating: .string("2027-01-15T08:00:00Z"), count: 3)),
            .array([.integer(1), .integer(2)]),
        ].map { Case(field: "when", value: $0) }

    private static let rest =
        [
            Case(field: "isHot", value: .boolean(false)), Case(field: "isHot", value: .string("false")),
            Case(field: "isHot", value: .integer(0)),
            Case(field: "isHot", value: .null), Case(field: "size", value: .string("small")), Case(field: "size", value: .string("huge")),
            Case(field: "size", value: .string("")), Case(field: "size", value: .null), Case(field: "mood", value: .null),
            Case(field: "mood", value: .string("good")), Case(field: "mood", value: .string("fair")),
        ] + EveryFormat.fields.flatMap { [Case(field: $0.name, value: .null), Case(field: $0.name, value: .null, isLeftOut: true)] }

    @Test(arguments: integers + texts + telephones + images + moments + rest)
    func `a schema and the server agree on every value, at each bound and beyond it`(value: Case) async throws {
        let house = try OpenAPIHouse(kinds: [EveryFormat.self])
        let kind = AnyKind(EveryFormat.self)
        let schemas = KindSchemas(kind, now: OpenAPIHouse.now)
        var sample = try #require(schemas.example)
        let isState = kind.fields.first { $0.name == value.field }?.place == .state
        func patched(_ json: JSON) -> JSON {
            guard case .object(var members) = json else { return json }
            members[value.field] = value.isLeftOut ? nil : value.value
            return .object(members)
        }
        if isState { sample.state = patched(sample.state) } else { sample.attributes = patched(sample.attributes) }
        let validator = OpenAPIValidator()
        let complaints =
            validator.complaints(sample.attributes, schemas.attributes(in: .request).json)
            + validator.complaints(sample.state, schemas.contentState(in: .request).json)
        let refusal = await house.refusal(kind, attributes: sample.attributes, state: sample.state)
        #expect((refusal == nil) == complaints.isEmpty, "the server: \(refusal ?? []), the schema: \(complaints)")
    }

    @Test func `the formats are all there`() {
        let formats = Set(EveryFormat.fields.map { String(String(describing: $0.format).prefix { $0 != "(" }) })
        #expect(formats == ["integer", "text", "boolean", "choice", "date", "dateRange", "telephone", "image"])
    }

    @Test(arguments: Kinds.all.indices)
    func `every sample of every kind fits its schemas, as it is sent, answered and pushed`(index: Int) async throws {
        let house = try OpenAPIHouse()
        let kind = AnyKind(Kinds.all[index])
        let schemas = KindSchemas(kind, now: OpenAPIHouse.now)
        let validator = OpenAPIValidator()
        for sample in try kind.samples(now: OpenAPIHouse.now) {
            let (attributes, state) = (sample.record.attributes, sample.record.content.state)
            #expect(validator.complaints(attributes, schemas.attributes(in: .request).json) == [], "\(sample.name)")
            #expect(validator.complaints(state, schemas.contentState(in: .request).json) == [], "\(sample.name)")
            let payload = Payload.encoded(attributes: attributes, state: state)
            let started = try await house.center.perform(.request(StartRequest(kind: kind.kind, payload: payload))).activities[0]
            #expect(validator.complaints(started.attributes, schemas.attributes(in: .answer).json) == [], "\(sample.name)")
            #expect(validator.complaints(started.content.state, schemas.contentState(in: .answer).json) == [], "\(sample.name)")
        }
        let pushed = try #require(schemas.pushedState)
        #expect(validator.complaints(pushed, schemas.contentState(in: .push).json) == [])
        #expect(validator.complaints(pushed, schemas.contentState(in: .request).json) != [])
    }
}
