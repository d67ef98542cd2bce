import Activities
import Foundation

/// A push's payload as a command, and what is to be said about it beside what the command does.
struct PushCommand: Sendable {
    let command: Command
    var warnings: [String]

    /// Throws `.unheeded` with the reason why there is none.
    init(_ payload: PushPayload, to target: PushTarget, now: Date) throws(PushFault) {
        let event = try Self.event(payload)
        warnings = payload["timestamp"] == nil ? ["There is no timestamp: it counts as now; Apple demands one."] : []
        switch (event, target) {
        case (.start, .start(let kind)): command = .request(try Self.start(payload, kind, now: now, &warnings))
        case (.update, .activity(let record, let kind)):
            command = .update(id: record.id, try Self.update(payload, record, kind, now: now, &warnings))
        case (.end, .activity(let record, let kind)):
            command = .end(id: record.id, try Self.end(payload, record, kind, now: now, &warnings))
        case (.start, .activity):
            throw .unheeded(
                "A start goes to the push-to-start token of its kind (see /api/kinds); this token is of one activity that runs.")
        case (_, .start(let kind)):
            throw .unheeded(
                "This is the push-to-start token of \(kind.attributesType); an \(event.rawValue) goes to the token of its activity.")
        }
        warnings += payload.warnings
    }

    private enum Event: String, CaseIterable { case start, update, end }

    private static func event(_ payload: PushPayload) throws(PushFault) -> Event {
        let value = try payload.needed("event", "it is start, update or end.")
        guard let text = value.string, let event = Event(rawValue: text) else {
            let near = value.string.flatMap { Misspelling.of($0, among: Event.allCases.map(\.rawValue)) }
            throw .unheeded("event is \(value.said); it is start, update or end\(near.map { ", probably \($0)" } ?? "").")
        }
        return event
    }

    // MARK: Start

    private static func start(_ payload: PushPayload, _ kind: AnyKind, now: Date, _ warnings: inout [String])
        throws(PushFault) -> StartRequest
    {
        let timestamp = try payload.timestamp(now: now)
        let type = try payload.needed("attributes-type", "this token starts \(kind.attributesType).")
        guard type.string == kind.attributesType else {
            throw .unheeded("attributes-type is \(type.said); this token starts \(kind.attributesType).")
        }
        let attributes = try read(
            payload.needed("attributes", "a start needs the attributes of \(kind.attributesType)."), kind.attributes, "attributes", now,
            &warnings)
        let state = try read(
            payload.needed("content-state", "a start needs the whole state that is shown first."), kind.contentState, "content-state", now,
            &warnings)
        guard let alert = try PushAlert(title: kind.title).read(payload) else {
            throw .unheeded("alert is missing or says nothing: a start needs an alert with title and body, as at Apple.")
        }
        return StartRequest(
            kind: kind.kind, payload: .encoded(attributes: attributes, state: state), staleDate: try payload.staleDate(now: now),
            relevanceScore: try payload.relevanceScore(), alert: alert, timestamp: timestamp)
    }

    // MARK: Update and end

    /// A push carries the whole of an `ActivityContent`, as at Apple: a stale date or a relevance score that it leaves out is none.
    private static func update(_ payload: PushPayload, _ record: ActivityRecord, _ kind: AnyKind, now: Date, _ warnings: inout [String])
        throws(PushFault) -> ContentUpdate
    {
        let timestamp = try payload.timestamp(now: now)
        let json = try payload.needed("content-state", "an update carries the whole state that is shown.")
        let state = try read(json, kind.contentState, "content-state", now, &warnings)
        let alert = try PushAlert(title: kind.title).read(payload)
        if payload["alert"] != nil, alert == nil { warnings.append("The alert says nothing, and rings nothing.") }
        let staleDate = try payload.staleDate(now: now)
        if staleDate == nil, let old = record.content.staleDate, old > now {
            warnings.append("Its stale date \(ISO8601.string(old)) is gone: this push carries none.")
        }
        let score = try payload.relevanceScore()
        if payload["relevance-score"] == nil, record.content.relevanceScore != 0 {
            warnings.append("Its relevance score \(Epoch.text(record.content.relevanceScore)) is 0 now: this push carries none.")
        }
        return ContentUpdate(
            state: .replace(state), staleDate: .some(staleDate), relevanceScore: score, alert: alert, timestamp: timestamp)
    }

    private static func end(_ payload: PushPayload, _ record: ActivityRecord, _ kind: AnyKind, now: Date, _ warnings: inout [String])
        throws(PushFault) -> EndRequest
    {
        let timestamp = try payload.timestamp(now: now)
        let state: JSON? =
            if let json = payload["content-state"] { try read(json, kind.contentState, "content-state", now, &warnings) } else { nil }
        let policy = try payload.dismissal(now: now)
        if case .after(let date) = policy, date.timeIntervalSince(now) > Limits.lingering {
            warnings.append("Its dismissal date \(ISO8601.string(date)) lies more than 4 hours ahead, and 4 hours are the most.")
        }
        if payload["alert"] != nil { warnings.append("An alert with an end rings nothing here.") }
        return EndRequest(state: state.map { .replace($0) }, policy: policy, timestamp: timestamp)
    }

    // MARK: Content

    private static func read(
        _ json: JSON, _ reader: (JSON, String, Date) throws(FieldError) -> PushedContent, _ name: String, _ now: Date,
        _ warnings: inout [String]
    ) throws(PushFault) -> JSON {
        do throws(FieldError) {
            let content = try reader(json, name, now)
            warnings += content.warnings
            return content.json
        } catch {
            throw .unheeded(error.message)
        }
    }
}
