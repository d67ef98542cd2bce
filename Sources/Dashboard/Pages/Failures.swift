import Activities
import Answers
import HTTP
import Routing

/// What a page could not do, where the domain has no word for it.
enum PageError: Error, Sendable {
    case notAForm
    case badForm(FormError)
    case unknownLink(String)
    case unknownPage(String)
    case tooManyActivities(Int, Int)
    /// The push log and activities on one stream.
    case twoOrders
    /// `before=` that is no place in the push log.
    case unknownPlace(String)
    /// `among`: how many of the newest were looked at, where more run; nil: all.
    case noRunning(kind: String, of: String, among: Int?)
    /// It was here once, and is beyond retention.
    case gone
    case noJourney
    case noContact
}

/// Turns refusals and errors into pages that say what happened and what to do next; streams get the sentence alone.
struct Failures: Sendable {
    let pages: Pages
    /// Told of what is our own fault, without the path; never shown to people.
    let report: @Sendable (String) -> Void

    func response(to error: any Error, _ context: Context) -> Response {
        let failure = Failure(error)
        if failure.status.code >= 500 { report("\(context.request.method.rawValue) failed: \(error)") }
        return response(failure, context, fields: Fields())
    }

    func response(to refusal: Refusal, _ surface: Route.Surface, _ request: Request) -> Response {
        let context = Context(request: request, role: .anyone, surface: surface)
        return response(Failure(refusal), context, fields: refusal.fields)
    }

    private func response(_ failure: Failure, _ context: Context, fields: Fields) -> Response {
        var fields = fields
        if failure.status == .serviceUnavailable || failure.status == .insufficientStorage { fields["Retry-After"] = "5" }
        if context.surface == .page,
            let page = try? pages.message(
                failure.page, failure.status, title: failure.title, context, detail: failure.detail, links: failure.links, fields: fields)
        {
            return page
        }
        fields["Content-Type"] = "text/plain; charset=utf-8"
        return Response(failure.status, fields: fields, body: .bytes(Array((failure.sentence + "\n").utf8)))
    }
}

/// The one table from errors to HTTP: status, page, and a sentence for whoever asked.
struct Failure {
    let status: Status
    /// The template below pages/messages.
    let page: String
    let title: String
    let sentence: String
    /// The sentence where the page says more than its template does.
    private(set) var detail: String?
    var links: [LinkView] = []

    init(_ status: Status, _ page: String, _ title: String, _ sentence: String, links: [LinkView] = []) {
        self.status = status
        self.page = page
        self.title = title
        self.sentence = sentence
        detail = sentence
        self.links = links
    }

    init(_ error: any Error) {
        switch error {
        case let error as ActivityError: self.init(error)
        case let error as PageError: self.init(error)
        default: self.init(.internalServerError, "server-error", "Something broke", "Something went wrong here; it has been noted.")
        }
    }

    init(_ refusal: Refusal) {
        switch refusal.status {
        case .notFound:
            self.init(refusal.status, "not-found", "Not found", refusal.sentence)
            detail = nil
        case .forbidden: self.init(refusal.status, "forbidden", "Not allowed", refusal.sentence)
        case .misdirectedRequest: self.init(refusal.status, "misdirected", "Another host", refusal.sentence)
        case .tooManyRequests: self.init(refusal.status, "busy", "Too many", refusal.sentence)
        case .serviceUnavailable: self.init(refusal.status, "read-only", "Not now", refusal.sentence)
        default: self.init(refusal.status, "bad-request", refusal.status.reason, refusal.sentence)
        }
    }

    private init(_ error: ActivityError) {
        let sentence = error.message
        switch error {
        case .authorization: self.init(error.status, "refused", "Refused", sentence)
        case .invalid: self.init(error.status, "unprocessable", "Not understood", sentence)
        case .unknownKind: self.init(error.status, "bad-request", "Unknown kind", sentence)
        case .unknownActivity:
            self.init(error.status, "unknown-activity", "Unknown activity", sentence)
            detail = nil
        case .over, .notEnded, .overtaken: self.init(error.status, "over", "Too late", sentence)
        case .store(let failed): self.init(error.status, failed.isFull ? "full" : "read-only", "Not stored", sentence)
        default: self.init(error.status, "busy", "Busy", sentence)
        }
    }

    private init(_ error: PageError) {
        switch error {
        case .notAForm:
            self.init(.unsupportedMediaType, "bad-request", "Not a form", "This takes a form: application/x-www-form-urlencoded.")
        case .badForm(let error): self.init(.badRequest, "bad-request", "Not a form", error.sentence)
        case .unknownLink(let url):
            self.init(.badRequest, "bad-link", "Unknown link", "\u{201C}\(url.prefix(200))\u{201D} is no link that can be opened here.")
        case .unknownPage(let page):
            self.init(.badRequest, "bad-request", "Unknown page", "There is no stream for a page called \u{201C}\(page.prefix(40))\u{201D}.")
        case .tooManyActivities(let count, let limit):
            self.init(.badRequest, "bad-request", "Too many", "One stream carries at most \(limit) activities, not \(count).")
        case .twoOrders:
            self.init(
                .badRequest, "bad-request", "Two orders",
                "The push log has an order of its own, so its stream carries no activities: ask for them on another stream.")
        case .unknownPlace(let place):
            self.init(
                .badRequest, "bad-request", "No such place",
                "\u{201C}\(place.prefix(40))\u{201D} is no place in the push log; before= takes a push's number.",
                links: [LinkView(label: "To the newest pushes", url: "/pushes")])
        case .noRunning(let kind, let name, let among):
            let range = among.map { " among the newest \($0), and older ones are not looked at" } ?? ""
            self.init(.notFound, "no-driver", "Nobody there", "\(name.prefix(100)) has no running \(kind.lowercased())\(range).")
        case .gone: self.init(.gone, "gone", "Over", "This activity is over, and its last card has been put away.")
        case .noJourney: self.init(.notFound, "not-found", "No journey", "This activity has no journey to draw.")
        case .noContact: self.init(.notFound, "not-found", "No phone", "No phone number is known here.")
        }
    }
}

extension ActivityError {
    /// Shown beside the form that was sent, with everything typed still there.
    var isAnsweredByForm: Bool {
        switch self {
        case .invalid, .authorization: true
        default: false
        }
    }

    /// What was wanted of an end is so already: whoever stood before the card need not read a page about it.
    var isOver: Bool {
        if case .over = self { return true }
        return false
    }

    var fields: [FieldError] {
        if case .invalid(let errors) = self { return errors }
        return []
    }

    /// What stands at none of the `shown` fields: something wrong with the whole form, or with what no field of it asks for; nil: nothing.
    func sentence(besides shown: Set<String>) -> String? {
        guard case .invalid(let errors) = self, !errors.isEmpty else { return message }
        let others = errors.filter { !shown.contains($0.field) }.map(\.message)
        return others.isEmpty ? nil : others.joined(separator: " ")
    }
}

extension Failure {
    /// Every page that a failure can name.
    static let pages = [
        "bad-link", "bad-request", "busy", "forbidden", "full", "gone", "misdirected", "no-driver", "not-found", "over", "read-only", "refused",
        "server-error", "unknown-activity", "unprocessable",
    ]
}
