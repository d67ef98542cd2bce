import Activities
import HTTP

/// Past activities (http.md, "Pages").
struct HistoryOperations {
    let kinds: [KindSchemas]

    var all: [Operation] { [export] }

    private var export: Operation {
        Operation(
            method: .get, path: "/history.jsonl", id: "exportHistory", tag: "History", access: .watcher, summary: "Export past activities",
            parameters: [
                .query("kind", .choice(kinds.map(\.kind.kind)), "Only those of this kind."),
                .query("day", .string(pattern: "^[0-9]{4}-[0-9]{2}-[0-9]{2}$", format: "date"), "Only those of this day, in the server's time zone."),
                .query("after", .string(), "The place after which it goes on."),
            ],
            answers: Answer.closed + [
                Answer(
                    status: .ok, description: "One activity a line.",
                    content: ["application/jsonl": Schema.string().described("Lines of JSON, each an `Activity`.")]),
                .problem(.badRequest, "The query cannot be read."), .invalid, .unreadable,
            ])
    }
}
