extension Document {
    /// What a program's author reads first, in Markdown.
    static let introduction = """
        Islet keeps one running thing (a pizza on its way, today's water, a timer, a ride) at a glance in any browser, as Apple's Live \
        Activities do on a phone. You drive it over HTTP in one of two ways: with this JSON API, or with the pushes that your backend \
        already sends to Apple. People open the activity's `url`; there is nothing to install.

        ## From nothing to a live card

        1. `GET /api/kinds` says which kinds there are, and gives a JSON Schema of what each takes.
        2. `POST /api/activities` with `attributesType`, `attributes` (what does not change) and `contentState` (what does) answers 201 \
        with the activity: its `id`, its `url` to send to people, and its `pushToken`.
        3. `PUT /api/activities/{id}/content` replaces the content state; every open browser shows it at once. Send an `alert` along and \
        it rings. With `If-Match` nobody overwrites what somebody else has changed meanwhile.
        4. `POST /api/activities/{id}/end` ends it: its final card stays for up to four hours, or goes at once with \
        `"dismissalPolicy": "immediate"`.

        Bars fill and cards flip by themselves: state the range once, and send an update only when the plan changes.

        ## Who may do what

        Send `Authorization: Bearer` and a token. The operator's token may do everything, the watch token may read everything, and whoever \
        knows an activity's id may read that one. A server that runs with `--no-login` takes whoever reaches it directly for the operator. \
        `x-access` names the role that each operation asks for. A push asks for no login: its token is the right.

        ## What holds everywhere

        - Dates are ISO 8601 with a zone. They are written in UTC with milliseconds, and read also without fraction and with offsets. \
        Numbers are refused. `timestamp` alone is whole Unix seconds, as in a push. A range is `[lower, upper]`.
        - What is optional and absent is null in answers, and may be null or left out in requests. A member that is not known \
        is refused, but for those inside `attributes` and `contentState`: they are passed over, and the answer's `warning` says so.
        - Attributes and content state together have at most 4096 bytes; a body has at most 64 kB.
        - Errors are `application/problem+json` (RFC 9457): `detail` says in a sentence what was wrong, and `pointer` where. What cannot be \
        read as HTTP at all is answered without a body.
        - Repeating a start is safe with an `Idempotency-Key`; repeating an update is safe as it is, for one that is equal to what is \
        shown changes nothing.
        - What was answered with success is on disk.
        - `HEAD` is answered wherever `GET` is, and every path answers `OPTIONS` with what it takes.
        """
}
