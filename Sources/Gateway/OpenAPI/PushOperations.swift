import Activities
import HTTP

/// Pushes as Apple's provider API takes them (activitykit.md, "APNs-compatible push").
struct PushOperations {
    let kinds: [KindSchemas]
    /// Whole Unix seconds.
    let now: Int64

    var all: [Operation] { [push] }

    private static let details = """
        What a backend already sends to Apple, sent here instead. An update or an end goes to the activity's `pushToken`, a start to the \
        type's `pushToStartToken`. `timestamp`, `stale-date` and `dismissal-date` are Unix seconds; a date inside `content-state` or \
        `attributes` is seconds since 2001-01-01, as Swift's `JSONEncoder` writes it.

        As at Apple, a well-formed push whose content does not decode is answered 200 and changes nothing; here `islet-outcome` and the \
        push log say so, with the field and the likely cause.
        """

    private var push: Operation {
        Operation(
            method: .post, path: "/3/device/{token}", id: "push", tag: "Push", access: .token, summary: "Send a push",
            details: Self.details,
            parameters: [
                Operation.Parameter(
                    name: "token", place: .path, schema: .pushToken,
                    description: "An activity's push token, or a type's push-to-start token.")
            ] + Self.headers,
            body: Operation.Body(schema: .reference("Push"), examples: examples),
            answers: Answer.always + [
                Answer(
                    status: .ok, description: "Taken; what became of it is in `islet-outcome`.",
                    headers: [Self.apnsID, Self.outcome, Self.started]),
                Self.refusal(.badRequest, "A header, the topic or the token is wrong, or there is no payload."),
                Self.refusal(.forbidden, "The provider token is missing or another."),
                Self.refusal(.gone, "The activity is over, or the token was rotated."),
                Self.refusal(.contentTooLarge, "The payload is over 4096 bytes."),
                Self.refusal(.tooManyRequests, "More than 100 pushes a second to one token."),
                Self.refusal(.internalServerError, "Something went wrong on the server's side."),
                Self.refusal(.misdirectedRequest, "This server does not answer for that `Host`."),
                Self.refusal(.serviceUnavailable, "Nothing can be stored at this moment, or the server is about to stop."),
            ])
    }

    private static func refusal(_ status: Status, _ description: String) -> Answer {
        .json(status, description, .reference("PushRefusal"), headers: [apnsID, outcome])
    }

    private static let apnsID = Answer.Header(
        name: "apns-id", schema: .string(maximumLength: PushID.echoedBytes),
        description: "The request's, also where it is no UUID, or a UUID that was made up.")

    private static let outcome = Answer.Header(
        name: "islet-outcome", schema: .string(maximumLength: PushAnswer.outcomeBytes),
        description: "What became of it and why, in a sentence.")

    private static let started = Answer.Header(
        name: "islet-activity", schema: .activityID, description: "Of a start: the new activity's id.")

    private static let headers = [
        header("apns-push-type", .constant("liveactivity").with("type", .string("string")), "What is pushed.", isRequired: true),
        header(
            "apns-topic", .string(pattern: "^[A-Za-z0-9.-]{1,155}\\.push-type\\.liveactivity$"),
            "The bundle's id and `.push-type.liveactivity`.",
            isRequired: true),
        header("apns-priority", .choice(["5", "10"]), "10 where it is absent."),
        header("apns-expiration", .string(pattern: "^[0-9]{1,18}$"), "Unix seconds."),
        header("apns-id", .string(format: "uuid"), "A UUID, which the answer repeats."),
        header("apns-collapse-id", .string(pattern: "^[!-~]{1,64}$"), "At most 64 bytes."),
    ]

    private static func header(_ name: String, _ schema: Schema, _ description: String, isRequired: Bool = false) -> Operation.Parameter {
        Operation.Parameter(name: name, place: .header, schema: schema, description: description, isRequired: isRequired)
    }

    /// An update of each kind, and an end.
    private var examples: [String: JSON] {
        let common = ["timestamp": JSON.integer(now)]
        var examples = ["end": Self.payload(["event": .string("end")], common)]
        for kind in kinds {
            guard let state = kind.pushedState else { continue }
            examples[kind.kind.kind] = Self.payload(["event": .string("update"), "content-state": state], common)
        }
        return examples
    }

    private static func payload(_ members: [String: JSON], _ common: [String: JSON]) -> JSON {
        .object(["aps": .object(members.merging(common) { first, _ in first })])
    }
}
