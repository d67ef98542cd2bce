import Activities

/// What the JSON API takes and answers about activities, by component name.
struct ActivitySchemas {
    let kinds: [KindSchemas]

    var all: [String: Schema] {
        var all = [
            "Alert": alert, "Activity": activity, "ChangedActivity": changedActivity, "UpdatedActivity": updatedActivity,
            "ActivityList": list, "History": history, "Start": start, "Update": update,
            "End": end, "DismissalPolicy": dismissalPolicy, "Settings": settings, "SettingsChange": settingsChange,
        ]
        for kind in kinds {
            all["\(kind.name)Attributes"] = kind.attributes(in: .request)
            all["\(kind.name)ContentState"] = kind.contentState(in: .request)
            all["\(kind.name)Start"] = start(kind)
            all["\(kind.name)Activity"] = activity(kind)
        }
        return all
    }

    // MARK: What is sent

    private var start: Schema {
        let mapping = kinds.map { ($0.kind.attributesType, JSON.string("#/components/schemas/\($0.name)Start")) }
        return Schema(["oneOf": .array(kinds.map { Schema.reference("\($0.name)Start").json })])
            .with(
                "discriminator",
                .object(["propertyName": .string("attributesType"), "mapping": .object(Dictionary(mapping) { first, _ in first })]))
    }

    private func start(_ kind: KindSchemas) -> Schema {
        Schema.object(
            required: [
                "attributesType": .constant(kind.kind.attributesType).with("type", .string("string")),
                "attributes": .reference("\(kind.name)Attributes"), "contentState": .reference("\(kind.name)ContentState"),
            ],
            optional: [
                "staleDate": staleDate, "relevanceScore": relevanceScore, "alert": Schema.reference("Alert").orNull,
                "startDate": Schema.date.orNull.described(
                    "When it becomes active; until then it is pending. One that lies ahead needs an `alert`, which rings then."),
                "keepAlive": Schema.choice(["worker", "sound"]).orNull.described(
                    "What keeps a hidden tab on time; absent: the kind's own."),
            ]
        ).closed.titled("Start of a \(kind.kind.title.lowercased())")
    }

    private var update: Schema {
        .object(
            required: ["contentState": contentState],
            optional: [
                "staleDate": staleDate, "relevanceScore": relevanceScore, "alert": Schema.reference("Alert").orNull, "timestamp": timestamp,
            ]
        ).closed
    }

    private var end: Schema {
        .object(optional: [
            "contentState": contentState.orNull.described("The final content; absent: the last one stays."),
            "dismissalPolicy": Schema.reference("DismissalPolicy").orNull, "timestamp": timestamp,
        ]).closed
    }

    private var dismissalPolicy: Schema {
        Schema.any(of: [.choice(["default", "immediate"]), .object(required: ["after": .date]).closed])
            .described("`default`: four hours later; `immediate`: at once; `after`: then, but at most four hours later.")
    }

    private var contentState: Schema {
        Schema.any(of: kinds.map { .reference("\($0.name)ContentState") })
    }

    private var staleDate: Schema {
        Schema.date.orNull.described("From when on the content is out of date; at an update, absent: as before, null: never.")
    }

    private var relevanceScore: Schema { Schema.number.orNull.described("Among activities of one kind the highest comes first.") }

    private var timestamp: Schema {
        Schema.integer(Int64.min...Int64.max).with("format", .string("int64")).orNull.described(
            "Whole Unix seconds, as in a push: what is older than the last that was accepted is ignored; absent: never too late.")
    }

    private var alert: Schema {
        .object(
            required: ["title": .string(maximumLength: Limits.alertBytes)],
            optional: [
                "body": Schema.string(maximumLength: Limits.alertBytes).orNull,
                "sound": Schema.string(pattern: "^[^/]*$", maximumLength: 64).orNull
                    .described("The name of a sound under Public/sounds, or `default`."),
            ]
        ).closed.described("Title and body have at most 1024 bytes each.")
    }

    // MARK: What is answered

    private var activity: Schema {
        let known = kinds.map { Schema.reference("\($0.name)Activity") }
        let unknown = Schema.object(required: ["kind": .not(Schema(["enum": .array(kinds.map { .string($0.kind.kind) })]))])
            .described("Of a kind that this server no longer knows.")
        return Schema.object(
            required: [
                "id": .activityID, "kind": .string(), "attributesType": .string(), "attributes": .object(),
                "content": .object(required: ["state": .object(), "staleDate": Schema.writtenDate.orNull, "relevanceScore": .number]),
                "activityState": .choice(["pending", "active", "stale", "ended", "dismissed"]), "startDate": .writtenDate,
                "endDate": Schema.writtenDate.orNull, "dismissalDate": Schema.writtenDate.orNull,
                "sequence": Schema.integer(0...Int64.max).described("Its newest change's place in the order of all changes."),
                "url": Schema.string(format: "uri").described("Its page: what people are sent."),
                "keepAlive": Schema.choice(["worker", "sound"]).orNull,
            ],
            optional: ["pushToken": Schema.pushToken.described("What pushes to it go to; operators only.")]
        ).with("anyOf", .array((known + [unknown]).map(\.json)))
    }

    private func activity(_ kind: KindSchemas) -> Schema {
        Schema.object(required: [
            "kind": .constant(kind.kind.kind), "attributesType": .constant(kind.kind.attributesType),
            "attributes": kind.attributes(in: .answer),
            "content": .object(required: ["state": kind.contentState(in: .answer)]),
        ]).titled("A \(kind.kind.title.lowercased())")
    }

    private var changedActivity: Schema {
        .all(of: [
            .reference("Activity"),
            .object(optional: ["warning": Schema.string().described("What was done otherwise than it was probably meant.")]),
        ])
    }

    private var updatedActivity: Schema {
        .all(of: [
            .reference("ChangedActivity"),
            .object(required: [
                "changed": Schema.boolean.described("False: equal to what is shown, or older than the last that was accepted.")
            ]),
        ])
    }

    private var list: Schema {
        .object(required: [
            "activities": .array(of: .reference("Activity")),
            "next": Schema.string().orNull.described("The `after` of the next page; null: there is none."),
        ])
    }

    private var history: Schema {
        .object(required: [
            "events": .array(of: .reference("ActivityEvent")),
            "next": Schema.string().orNull.described("The `after` of the next page; null: there is none."),
        ])
    }

    // MARK: Settings

    private var settings: Schema {
        .object(required: [
            "activitiesEnabled": Schema.boolean.described("False: a start is refused; what runs goes on."),
            "timeZone": Schema.string().orNull.described("An IANA name; null: the machine's."),
            "timerColor": .string(pattern: Patterns.color), "stopwatchColor": .string(pattern: Patterns.color),
        ])
    }

    private var settingsChange: Schema {
        .object(optional: [
            "activitiesEnabled": .boolean,
            "timeZone": Schema.string(minimumLength: 1, maximumLength: 64).orNull.described(
                "An IANA name, such as Europe/Berlin; null: the machine's."),
            "timerColor": .string(pattern: Patterns.color), "stopwatchColor": .string(pattern: Patterns.color),
        ]).closed
    }
}

extension Schema {
    static let activityID = Schema.string(pattern: Patterns.uuid, format: "uuid")
    static let pushToken = Schema.string(pattern: Patterns.pushToken)
}
