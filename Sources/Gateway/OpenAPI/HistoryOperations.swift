import Activities
import HTTP

/// Past activities (http.md, "Pages").
struct HistoryOperations {
    let kinds: [KindSchemas]

    var all: [Operation] { [export] }

    private var export: Operation {
        Operation(
            method: .get, path: "/history.jsonl", id: "exportHistory", tag: "History", access: .watcher, summary: "Export past activities",
            details: """
                The last started first, a page at a time: each line is an activity with its events. `Link` leads to the next page, which \
                may go on within the activity that this one ended with.
                """,
            parameters: [
                .query("kind", .choice(kinds.map(\.kind.kind)), "Only those of this kind."),
                .query(
                    "day", .string(pattern: "^[0-9]{4}-[0-9]{2}-[0-9]{2}$", format: "date"),
                    "Only those that started on this day, in the server's time zone."),
                .query("after", .string(pattern: "^[0-9a-z.-]+$", maximumLength: 42), "Where an earlier page ended, from its `Link`."),
            ],
            answers: Answer.closed + [
                Answer(
                    status: .ok, description: "One activity a line.",
                    content: [
                        "application/jsonl": Schema.string().described(
                            "Lines of JSON: `activity` is an `Activity`, `events` are its `ActivityEvent`s.")
                    ],
                    headers: [
                        Answer.Header(
                            name: "Link", schema: .string(),
                            description: "The next page, as `rel=\"next\"` (RFC 8288); absent: there is none.")
                    ]),
                .badQuery, .unreadable,
            ])
    }
}
