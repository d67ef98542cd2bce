import Activities
import Foundation
import HTTP
import Mustache

/// A kind's form, to start one or to update one, as its template sees it.
extension Site {
    /// A fresh start form, or one that came back with what was typed and what is wrong with it.
    func startForm(of kind: AnyKind, typed: Form? = nil, refusal: ActivityError? = nil) throws -> [UInt8] {
        let id = "start-\(kind.kind)"
        let errors = refusal?.fields ?? []
        let view = FormView(
            id: id, kind: kind.kind, kindTitle: kind.title, action: "/activities", isStart: true, isUpdate: false,
            idempotencyKey: typed?["idempotencyKey"] ?? UUID().uuidString.lowercased(),
            error: refusal?.sentence(besides: Set(kind.fields.flatMap(\.names))),
            fields: kind.fields.map { FieldView($0, form: id, value: typed?[$0.formName] ?? $0.preset, shown: nil, errors: errors) },
            keepAlive: kind.keepAlive.map { KeepAliveView(isWorker: (typed?["keepAlive"] ?? $0) == "worker", isSound: (typed?["keepAlive"] ?? $0) == "sound") },
            alertTitle: "", alertBody: "")
        return try library.render("activities/\(kind.kind)/form", .object(["form": value(view)]))
    }

    /// The context of an update form with the newest values, or with what was typed.
    func form(
        updating record: ActivityRecord, of kind: AnyKind, typed: Form? = nil, refusal: ActivityError? = nil
    ) throws -> Value {
        let fields = kind.fields.filter { $0.place == .state }
        let errors = refusal?.fields ?? []
        let id = "update-\(record.id)"
        let view = FormView(
            id: id, kind: kind.kind, kindTitle: kind.title, action: "/activities/\(record.id)/update", isStart: false, isUpdate: true,
            idempotencyKey: nil, error: refusal?.sentence(besides: Set(fields.flatMap(\.names))),
            fields: fields.map { field in
                let shown = field.text(in: record.content.state)
                return FieldView(field, form: id, value: typed?[field.formName] ?? shown, shown: shown, errors: errors)
            },
            keepAlive: nil, alertTitle: typed?["alertTitle"] ?? "", alertBody: typed?["alertBody"] ?? "")
        return .object(["form": try value(view)])
    }
}

extension Field {
    /// How it is called on a form: a range is asked for in minutes.
    var formName: String {
        if case .dateRange = format { return "minutes" }
        return name
    }

    /// What errors that concern it may call it.
    var names: [String] {
        if case .dateRange = format { return [name, "minutes", "start", "end"] }
        return [name]
    }

    /// As a person would type what the state holds; a range is left empty, which keeps it.
    func text(in state: JSON) -> String {
        guard case .object(let members) = state else { return "" }
        switch members[name] {
        case .string(let text): return text
        case .integer(let number): return String(number)
        case .number(let number): return String(number)
        case .boolean(let flag): return flag ? "true" : "false"
        default: return ""
        }
    }
}

extension Field {
    /// The same for reading: a range by its clock times, "18:27–18:42".
    func sentence(in state: JSON, clock: WallClock) -> String {
        guard case .dateRange = format, case .array(let bounds)? = state[name] else { return text(in: state) }
        return bounds.compactMap { $0.string.flatMap(ISO8601.date) }.map(clock.timeOfDay).joined(separator: "\u{2013}")
    }
}

extension [FieldError] {
    /// All that is to be said at the field of these names; nil: nothing.
    func sentence(at names: [String]) -> String? {
        let messages = filter { names.contains($0.field) }.map(\.message)
        return messages.isEmpty ? nil : messages.joined(separator: " ")
    }
}

extension FieldView {
    init(_ field: Field, form: String, value: String, shown: String?, errors: [FieldError]) {
        var integers: ClosedRange<Int>?
        var maximumLength: Int?
        var choices: [String] = []
        var shape = ""
        switch field.format {
        case .integer(let range): (shape, integers) = ("integer", range)
        case .text(let maximum): (shape, maximumLength) = ("text", maximum)
        case .boolean: (shape, choices) = ("boolean", ["true", "false"])
        case .choice(let all): (shape, choices) = ("choice", all)
        case .date: shape = "text"
        case .dateRange: shape = "minutes"
        case .telephone: shape = "telephone"
        case .image: shape = "image"
        }
        self.init(
            name: field.formName, inputID: "\(form)-\(field.formName)", label: shape == "minutes" ? "Minutes" : field.label, value: value, shown: shown,
            error: errors.sentence(at: field.names), isInteger: shape == "integer", isText: shape == "text",
            isBoolean: shape == "boolean", isChoice: shape == "choice", isMinutes: shape == "minutes", isTelephone: shape == "telephone",
            isImage: shape == "image", isOptional: field.isOptional, isRequired: !field.isOptional && !(shape == "minutes" && shown != nil),
            minimum: integers?.lowerBound, maximum: integers?.upperBound,
            maximumLength: maximumLength, options: choices.map { OptionView(value: $0, label: $0, isSelected: $0 == value) })
    }
}
