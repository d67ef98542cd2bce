import Activities
import HTTP
import Mustache
import Routing

/// The forms that change something: each becomes one command, and answers 303, or 422 with everything typed still there.
struct CommandForms: Sendable {
    let pages: Pages
    private var site: Site { pages.site }

    var routes: [Route] {
        [
            Route(.post, "/activities", .operator, .page, .deferred { try await start($0) }),
            Route(.post, "/activities/end", .operator, .page, .deferred { try await endAll($0) }),
            Route(.post, "/activities/{id}/update", .operator, .page, .deferred { try await update($0) }),
            Route(.post, "/activities/{id}/end", .operator, .page, .deferred { try await end($0) }),
            Route(.post, "/activities/{id}/dismiss", .operator, .page, .deferred { try await dismiss($0) }),
            Route(.post, "/settings", .operator, .page, .deferred { try await changeSettings($0) }),
        ]
    }

    private func start(_ context: Context) async throws -> Response {
        let form = try form(context)
        let kind = try site.kinds.kind(named: form["kind"] ?? "")
        var (values, errors) = FieldReader(fields: kind.fields).read(form, places: [.attribute, .state])
        let keepAlive = form["keepAlive"].flatMap { $0.isEmpty ? nil : $0 }
        if let keepAlive, !["worker", "sound"].contains(keepAlive) {
            errors.append(FieldError("keepAlive", "What keeps a hidden tab on time is worker or sound."))
        }
        let request = StartRequest(
            kind: kind.kind, payload: .fields(values), keepAlive: keepAlive ?? kind.keepAlive,
            idempotencyKey: form["idempotencyKey"].flatMap { $0.isEmpty ? nil : $0 })
        do {
            guard errors.isEmpty else { throw ActivityError.invalid(errors) }
            let outcome = try await site.center.perform(.request(request))
            return Pages.seeOther(outcome.activities.first.map { "/activities/\($0.id)" } ?? "/")
        } catch let error as ActivityError where error.isAnsweredByForm {
            let html = try site.startForm(of: kind, typed: form, errors: error.fields, error: error.sentenceForForm)
            return try returned(html, isStart: true, kind: kind, backURL: "/", error, context)
        }
    }

    private func update(_ context: Context) async throws -> Response {
        let form = try form(context)
        let record = try site.activity(context.parameters["id"] ?? "")
        let kind = try site.kinds.kind(named: record.kind)
        let (values, errors) = FieldReader(fields: kind.fields).read(form.changed, places: [.state])
        let title = form["alertTitle"] ?? ""
        let body = form["alertBody"] ?? ""
        let alert = title.isEmpty && body.isEmpty ? nil : AlertConfiguration(title: title.isEmpty ? kind.title : title, body: body)
        do {
            guard errors.isEmpty else { throw ActivityError.invalid(errors) }
            _ = try await site.center.perform(.update(id: record.id, ContentUpdate(state: .merge(values), alert: alert)))
            return Pages.seeOther(back(context, else: "/activities/\(record.id)"))
        } catch let error as ActivityError where error.isAnsweredByForm {
            let update = try site.form(updating: record, of: kind, typed: form, errors: error.fields, error: error.sentenceForForm)
            let html = try site.library.render("activities/\(kind.kind)/form", update)
            return try returned(html, isStart: false, kind: kind, backURL: "/activities/\(record.id)", error, context)
        }
    }

    private func returned(
        _ html: [UInt8], isStart: Bool, kind: AnyKind, backURL: String, _ error: ActivityError, _ context: Context
    ) throws -> Response {
        let view = FormPage(
            chrome: pages.chrome(kind.title, context, isPrivate: true), isStart: isStart, kindTitle: kind.title,
            form: String(decoding: html, as: UTF8.self), backURL: backURL)
        return try pages.page("form", view, status: error.status)
    }

    private func end(_ context: Context) async throws -> Response {
        let form = try form(context)
        let id = context.parameters["id"] ?? ""
        _ = try await site.center.perform(.end(id: id, EndRequest(policy: try policy(form))))
        return Pages.seeOther(back(context, else: "/activities/\(id)"))
    }

    private func policy(_ form: Form) throws -> ActivityUIDismissalPolicy {
        switch form["dismissal"] ?? "" {
        case "", "default": return .default
        case "immediate": return .immediate
        case "after":
            let minutes = form["minutes"] ?? ""
            guard let number = Double(minutes), number.isFinite, (0...FieldReader.longestMinutes).contains(number) else {
                throw ActivityError.invalid([FieldError("minutes", "With dismissal=after, minutes are a number from 0 to \(Int(FieldReader.longestMinutes)).")])
            }
            return .afterMinutes(number)
        case let other:
            throw ActivityError.invalid([FieldError("dismissal", "Dismissal is immediate, default or after, not \u{201C}\(other.prefix(40))\u{201D}.")])
        }
    }

    private func dismiss(_ context: Context) async throws -> Response {
        let id = context.parameters["id"] ?? ""
        _ = try await site.center.perform(.dismiss(id: id))
        return Pages.seeOther(back(context, else: "/", unless: "/activities/\(id)"))
    }

    private func endAll(_ context: Context) async throws -> Response {
        let form = try form(context)
        let kind = try site.kinds.kind(named: form["kind"] ?? "")
        _ = try await site.center.perform(.endAll(kind: kind.kind, deliveredOnly: form["delivered"] == "only"))
        return Pages.seeOther("/")
    }

    private func changeSettings(_ context: Context) async throws -> Response {
        let form = try form(context)
        let enabled: Bool?
        switch form["activitiesEnabled"] {
        case nil: enabled = nil
        case "on": enabled = true
        case "off": enabled = false
        default: throw ActivityError.invalid([FieldError("activitiesEnabled", "activitiesEnabled is on or off.")])
        }
        let change = SettingsChange(
            activitiesEnabled: enabled, timeZone: form["timeZone"], timerColor: form["timerColor"], stopwatchColor: form["stopwatchColor"])
        _ = try await site.center.perform(.changeSettings(change))
        return Pages.seeOther(back(context, else: "/"))
    }

    private func form(_ context: Context) throws -> Form {
        guard MediaType(context.request.fields["Content-Type"] ?? "")?.matches(.form) == true else {
            throw PageError.notAForm
        }
        do { return try Form(context.request.body) } catch { throw PageError.badForm(error) }
    }

    /// The page that the form stood on, where the browser names one of ours; it is never another site's.
    private func back(_ context: Context, else path: String, unless avoided: String? = nil) -> String {
        guard let referer = context.request.fields["Referer"], let host = context.request.fields["Host"] else { return path }
        for scheme in ["http://", "https://"] where referer.hasPrefix(scheme + host + "/") {
            let found = String(referer.dropFirst(scheme.count + host.count))
            let local = LocalPath.sanitized(found)
            // A form that came back stands at the address that it was posted to, which has no page of its own.
            return local == avoided || local.hasSuffix("/update") || local == "/activities" ? path : local
        }
        return path
    }
}
