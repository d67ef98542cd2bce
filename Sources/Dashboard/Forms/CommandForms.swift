import Activities
import Answers
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
            idempotencyKey: form.idempotencyKey)
        do {
            guard errors.isEmpty else { throw ActivityError.invalid(errors) }
            let outcome = try await site.center.perform(.request(request))
            let path = outcome.activities.first.map { "/activities/\($0.id)" } ?? "/"
            guard !outcome.changed, Origin(context) != nil else { return Pages.seeOther(path) }
            return Pages.seeOther(Notice.repeated.added(to: path, now: site.clock()))
        } catch let error as ActivityError where error.isAnsweredByForm {
            let html = try site.startForm(of: kind, typed: form, refusal: error)
            return try returned(html, .start, kind.title, backURL: "/", error, context)
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
            let outcome = try await site.center.perform(.update(id: record.id, ContentUpdate(state: .merge(values), alert: alert)))
            return back(outcome.changed ? .updated : .unchanged, context, else: "/activities/\(record.id)")
        } catch let error as ActivityError where error.isAnsweredByForm {
            let update = try site.form(updating: record, of: kind, typed: form, refusal: error)
            let html = try site.library.render("activities/\(kind.kind)/form", update)
            return try returned(html, .update, kind.title, backURL: "/activities/\(record.id)", error, context)
        }
    }

    private enum Purpose { case start, update, end }

    private func returned(
        _ html: [UInt8], _ purpose: Purpose, _ kindTitle: String, backURL: String, _ error: ActivityError, _ context: Context
    ) throws -> Response {
        let view = FormPage(
            chrome: pages.chrome(kindTitle, context, isPrivate: true), isStart: purpose == .start, isUpdate: purpose == .update,
            isEnd: purpose == .end, kindTitle: kindTitle, form: String(decoding: html, as: UTF8.self), backURL: backURL)
        return try pages.page("form", view, status: error.status)
    }

    private func end(_ context: Context) async throws -> Response {
        let form = try form(context)
        let id = context.parameters["id"] ?? ""
        do {
            let outcome = try await site.center.perform(.end(id: id, EndRequest(policy: try ActivityUIDismissalPolicy(form))))
            return back(outcome.changed ? .ended : .unchanged, context, else: "/activities/\(id)")
        } catch {
            if error.isOver, Origin(context) != nil { return back(.over, context, else: "/activities/\(id)") }
            guard error.isAnsweredByForm else { throw error }
            let record = try site.activity(id)
            let html = try site.library.render("partials/end", site.value(EndFormView(record, typed: form, refusal: error)))
            return try returned(html, .end, site.kindTitle(of: record), backURL: "/activities/\(id)", error, context)
        }
    }

    private func dismiss(_ context: Context) async throws -> Response {
        let id = context.parameters["id"] ?? ""
        do {
            _ = try await site.center.perform(.dismiss(id: id))
            return back(.dismissed, context, else: "/", unless: "/activities/\(id)")
        } catch {
            guard error.isOver, Origin(context) != nil else { throw error }
            return back(.over, context, else: "/", unless: "/activities/\(id)")
        }
    }

    private func endAll(_ context: Context) async throws -> Response {
        let form = try form(context)
        let kind = try site.kinds.kind(named: form["kind"] ?? "")
        let outcome = try await site.center.perform(.endAll(kind: kind.kind, deliveredOnly: form["delivered"] == "only"))
        return back(outcome.changed ? .ended : .unchanged, context, else: "/", unless: "/activities/end")
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
            activitiesEnabled: enabled, timeZone: form["timeZone"].map { .named($0) }, timerColor: form["timerColor"], stopwatchColor: form["stopwatchColor"])
        let outcome = try await site.center.perform(.changeSettings(change))
        return back(outcome.changed ? nil : .unchanged, context, else: "/")
    }

    private func form(_ context: Context) throws -> Form {
        guard MediaType(context.request.fields["Content-Type"] ?? "")?.matches(.form) == true else {
            throw PageError.notAForm
        }
        do { return try Form(context.request.body) } catch { throw PageError.badForm(error) }
    }

    /// 303 to the page that the form stood on, which then says what happened; a script, which stood on none, gets the bare path.
    private func back(_ notice: Notice?, _ context: Context, else path: String, unless avoided: String? = nil) -> Response {
        guard let origin = Origin(context) else { return Pages.seeOther(path) }
        let target = origin.isPage(besides: avoided) ? origin.path : path
        return Pages.seeOther(notice?.added(to: target, now: site.clock()) ?? target)
    }
}
