import Activities

/// The log's events and what everybody answers alike, by component name.
enum EventSchemas {
    static var all: [String: Schema] {
        ["Event": event, "ActivityEvent": activityEvent, "SettingsEvent": settingsEvent, "Reset": reset, "Problem": problem]
    }

    private static let event = Schema.any(of: [.reference("ActivityEvent"), .reference("SettingsEvent")])
        .described("One durable change; the same in streams, in a history and in an export.")

    private static let activityEvent = Schema.object(
        required: [
            "event": .choice(["start", "activate", "update", "flip", "stale", "end", "dismiss", "delete"]), "id": .activityID,
            "sequence": .integer(1...Int64.max), "at": .writtenDate,
        ],
        optional: [
            "flip": Schema.choice(["midpoint", "end"]).described("Of a `flip`: which one."),
            "activity": Schema.reference("Activity").described("The whole of it afterwards, without its push token; a `delete` has none."),
        ])

    private static let settingsEvent = Schema.object(required: ["event": .constant("settings"), "settings": .reference("Settings")])

    private static let reset = Schema.object(required: [
        "event": .constant("reset"), "activities": .array(of: .reference("Activity")),
    ]).described("What a reader starts from who has nothing yet, or whose place in the log is no longer known.")

    private static let pointer = Schema.string(format: "json-pointer").described("Where in the body (RFC 6901).")

    private static let problem = Schema.object(
        required: [
            "type": .string(format: "uri-reference"), "title": .string(), "status": .integer(400...599),
            "detail": Schema.string().described("What was wrong, and what would be right."),
        ],
        optional: [
            "pointer": pointer,
            "errors": Schema.array(of: .object(required: ["pointer": pointer, "detail": .string()]))
                .described("All that does not fit in the body; `pointer` is the first one's."),
            "error": Schema.choice(ActivityAuthorizationError.allCases.map(\.rawValue)).described("ActivityKit's own name of the error."),
            "recoverySuggestion": Schema.string().described("What helps against it."),
        ]
    ).described("What went wrong (RFC 9457).")
}
