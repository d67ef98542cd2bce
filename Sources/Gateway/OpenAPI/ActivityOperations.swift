import Activities
import HTTP

/// The JSON API's operations on activities (http.md, "JSON API").
struct ActivityOperations {
    let kinds: [KindSchemas]
    static let tag = "Activities"

    var all: [Operation] { [list, start, get, history, update, end, dismiss, rotateToken, delete] }

    private var list: Operation {
        Operation(
            method: .get, path: "/api/activities", id: "listActivities", tag: Self.tag, access: .watcher, summary: "List activities",
            details: "A page of those that the server still shows, in the order of their start; `next` leads to the following page.",
            parameters: [
                .query("kind", .choice(kinds.map(\.kind.kind)), "Only those of this kind."),
                .query("state", .choice(ActivityState.allCases.map(\.rawValue)), "Only those in this state."),
            ] + Operation.Parameter.page(of: "activities"),
            answers: Answer.closed + [.json(.ok, "A page.", .reference("ActivityList")), .badQuery, .unreadable])
    }

    private var start: Operation {
        Operation(
            method: .post, path: "/api/activities", id: "startActivity", tag: Self.tag, access: .operator, summary: "Start an activity",
            details:
                "Starting twice gives two activities. With an `Idempotency-Key` a repeat within 24 hours answers with the first one's.",
            parameters: [
                Operation.Parameter(
                    name: "Idempotency-Key", place: .header,
                    schema: .string(pattern: Patterns.idempotencyKey, maximumLength: Limits.idempotencyKeyBytes),
                    description: "Chosen by the caller, one for each start that is meant.")
            ],
            body: Operation.Body(schema: .reference("Start"), examples: startExamples),
            answers: Answer.changing + [
                Answer.json(
                    .created, "It was started; of a repeat, the first one's activity.", .reference("ChangedActivity"),
                    headers: [.location, .entityTag, .replayed]
                ).linking(links),
                .problem(.badRequest, "The idempotency key is empty, too long or not alone."),
                .problem(.forbidden, "Activities are turned off, or a maximum is reached."),
                .problem(.conflict, "The start with this idempotency key is still running."), .tooLargeContent, .invalid,
                .problem(.unprocessableContent, "The idempotency key belongs to a start that asked for something else."),
            ])
    }

    private var get: Operation {
        Operation(
            method: .get, path: "/api/activities/{id}", id: "getActivity", tag: Self.tag, access: .link, summary: "Read one activity",
            details: "Whoever knows the id may. Operators find its push token here.",
            parameters: [
                .id,
                .condition("If-None-Match", "An `ETag` that was read: where it is still the newest, the answer is 304 without a body."),
            ],
            answers: Answer.guarded + Answer.noActivity + [
                .json(.ok, "The activity.", .reference("Activity"), headers: [.entityTag]), .unreadable,
                Answer(status: .notModified, description: "What was read is still the newest.", headers: [.entityTag]),
            ])
    }

    private var history: Operation {
        Operation(
            method: .get, path: "/api/activities/{id}/history", id: "getHistory", tag: Self.tag, access: .operator,
            summary: "Read what happened to one activity", parameters: [.id] + Operation.Parameter.page(of: "events"),
            answers: Answer.closed + Answer.noActivity + [
                .json(.ok, "A page of its events, oldest first.", .reference("History")), .badQuery, .unreadable,
            ])
    }

    private var update: Operation {
        Operation(
            method: .put, path: "/api/activities/{id}/content", id: "updateContent", tag: Self.tag, access: .operator,
            summary: "Put new content",
            details:
                "The content state is replaced whole. An update equal to what is shown, without an alert, changes nothing and says so.",
            parameters: [
                .id,
                .condition("If-Match", "The `ETag` that was read: nothing is changed where the content has changed since."),
            ],
            body: Operation.Body(schema: .reference("Update"), examples: stateExamples),
            answers: Answer.changing + Answer.noActivity + [
                .json(.ok, "The activity as it is now.", .reference("UpdatedActivity"), headers: [.entityTag]),
                .problem(.badRequest, "`If-Match` cannot be read."), .problem(.conflict, "It is ended or dismissed."),
                .problem(.preconditionFailed, "It has changed since it was read."),
                .tooLargeContent, .invalid,
            ])
    }

    private var end: Operation {
        Operation(
            method: .post, path: "/api/activities/{id}/end", id: "endActivity", tag: Self.tag, access: .operator,
            summary: "End an activity",
            parameters: [.id],
            body: Operation.Body(
                schema: .reference("End"), isRequired: false,
                examples: ["immediately": .object(["dismissalPolicy": .string("immediate")]), "default": .object([:])]),
            answers: Answer.changing + Answer.noActivity + [
                .json(.ok, "The activity as it is now.", .reference("ChangedActivity"), headers: [.entityTag]),
                .problem(.conflict, "It is ended or dismissed already."), .tooLargeContent, .invalid,
            ])
    }

    private var dismiss: Operation {
        Operation(
            method: .post, path: "/api/activities/{id}/dismiss", id: "dismissActivity", tag: Self.tag, access: .operator,
            summary: "Take an ended card away for everyone", parameters: [.id],
            body: .nothing,
            answers: Answer.changing + Answer.noActivity + [
                .json(.ok, "The activity as it is now.", .reference("ChangedActivity"), headers: [.entityTag]), .invalid,
                .problem(.conflict, "It has not ended, or is dismissed already."),
            ])
    }

    private var rotateToken: Operation {
        Operation(
            method: .post, path: "/api/activities/{id}/rotate-token", id: "rotateToken", tag: Self.tag, access: .operator,
            summary: "Give it a new push token", details: "Pushes to the old one are answered 410 from now on.", parameters: [.id],
            body: .nothing,
            answers: Answer.changing + Answer.noActivity + [
                .json(.ok, "The activity with its new token.", .reference("ChangedActivity"), headers: [.entityTag]), .invalid,
                .problem(.conflict, "It is dismissed."),
            ])
    }

    private var delete: Operation {
        Operation(
            method: .delete, path: "/api/activities/{id}", id: "deleteActivity", tag: Self.tag, access: .operator,
            summary: "Forget an activity whole", details: "Its earlier events leave the log too.", parameters: [.id],
            answers: Answer.changing + Answer.noActivity + [Answer(status: .noContent, description: "It is forgotten.")])
    }
}

// MARK: What leads on, and examples

extension ActivityOperations {
    /// From a started activity to everything that can be asked about it.
    private var links: [String: Answer.Link] {
        let byID = [
            "getActivity", "getHistory", "updateContent", "endActivity", "dismissActivity", "rotateToken", "deleteActivity",
            "streamActivityEvents",
        ]
        var links: [String: Answer.Link] = [:]
        for operation in byID { links[operation] = Answer.Link(operation: operation, parameters: ["id": "$response.body#/id"]) }
        links["push"] = Answer.Link(operation: "push", parameters: ["token": "$response.body#/pushToken"])
        return links
    }

    private var startExamples: [String: JSON] {
        examples { kind, example in
            ["attributesType": .string(kind.kind.attributesType), "attributes": example.attributes, "contentState": example.state]
        }
    }

    private var stateExamples: [String: JSON] { examples { _, example in ["contentState": example.state] } }

    private func examples(_ body: (KindSchemas, (attributes: JSON, state: JSON)) -> [String: JSON]) -> [String: JSON] {
        let pairs = kinds.compactMap { kind in kind.example.map { (kind.kind.kind, JSON.object(body(kind, $0))) } }
        return Dictionary(pairs) { first, _ in first }
    }
}

extension Answer.Header {
    static let location = Answer.Header(
        name: "Location", schema: .string(format: "uri-reference"), description: "Where it can be read.", isRequired: true)
    static let replayed = Answer.Header(
        name: "Idempotent-Replayed", schema: .constant("true"), description: "The first one's activity; nothing was started.")
}
