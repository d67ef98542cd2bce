import Activities

/// What a push carries and how it is answered (activitykit.md, "APNs-compatible push"), by component name.
struct PushSchemas {
    let kinds: [KindSchemas]

    var all: [String: Schema] {
        var all = ["Push": push, "PushRefusal": Self.refusal, "PushAlert": Self.alert]
        for kind in kinds { all["\(kind.name)PushState"] = kind.contentState(in: .push) }
        return all
    }

    private var push: Schema {
        .object(required: ["aps": .any(of: [update, end] + kinds.map(start))])
    }

    private var update: Schema {
        aps("update", required: ["content-state": states])
    }

    private var end: Schema {
        aps("end", optional: ["content-state": states, "dismissal-date": unixSeconds("When its card goes; in the past: at once.")])
    }

    private func start(_ kind: KindSchemas) -> Schema {
        aps(
            "start",
            required: [
                "attributes-type": .constant(kind.kind.attributesType), "attributes": kind.attributes(in: .push),
                "content-state": .reference("\(kind.name)PushState"), "alert": .reference("PushAlert"),
            ])
    }

    private func aps(_ event: String, required: [String: Schema] = [:], optional: [String: Schema] = [:]) -> Schema {
        let common = [
            "alert": Schema.reference("PushAlert"), "stale-date": unixSeconds("From when on the content is out of date."),
            "relevance-score": .number,
        ]
        let always = [
            "event": Schema.constant(event), "timestamp": unixSeconds("When it was sent: an older one than the last is ignored."),
        ]
        return .object(
            required: always.merging(required) { $1 }, optional: common.merging(optional) { $1 }.filter { required[$0.key] == nil })
    }

    private var states: Schema { .any(of: kinds.map { .reference("\($0.name)PushState") }) }

    private func unixSeconds(_ sentence: String) -> Schema {
        Schema.integer(0...253_402_300_799).described("\(sentence) Whole Unix seconds.")
    }

    private static let alert = Schema.any(of: [
        .string(),
        .object(optional: [
            "title": text, "body": text, "sound": .string(maximumLength: 64),
        ]),
    ])

    private static let text = Schema.any(of: [
        .string(maximumLength: Limits.alertBytes),
        .object(required: ["loc-key": .string()], optional: ["loc-args": .array(of: .string())]),
    ])

    private static let refusal = Schema.object(
        required: ["reason": .choice(PushReason.allCases.map(\.rawValue))],
        optional: ["timestamp": Schema.integer().described("With `Unregistered`: since when, in milliseconds since 1970.")])
}
