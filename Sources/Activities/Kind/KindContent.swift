import Foundation

/// Attributes and state that fit their kind, in the stored shape, with the instants that follow from them.
struct KindContent: Sendable {
    let attributes: JSON
    let state: JSON
    let instants: KindInstants
    let statement: any Statement
}

extension AnyKind {
    /// A start's content; throws `.invalid` with what is wrong, a field each, and `.authorization(.attributesTooLarge)`.
    func content(for payload: Payload, now: Date) throws(ActivityError) -> KindContent {
        switch payload {
        case .encoded(let attributes, let state): return try content(attributes: attributes, state: state, now: now)
        case .fields(let values):
            let all = presets.merging(values) { _, given in given }
            let attributes = try patched(.object([:]), with: all.filter { place(of: $0.key) != .state }, now: now)
            let state = try patched(.object([:]), with: all.filter { place(of: $0.key) == .state }, now: now)
            return try content(attributes: attributes, state: state, now: now)
        }
    }

    /// The content after an update of a record; throws as at a start.
    func content(of record: ActivityRecord, updatedBy update: ContentUpdate.State, now: Date) throws(ActivityError) -> KindContent {
        let state: JSON =
            switch update {
            case .merge(let values): try patched(record.content.state, with: values, now: now)
            case .replace(let state): state
            }
        return try content(attributes: record.attributes, state: state, areStored: true, now: now)
    }

    private func place(of name: String) -> Field.Place? { fields.first { $0.name == name }?.place }

    /// What a start form shows at first; optional fields without a preset are left out.
    private var presets: [String: FieldValue] {
        var values: [String: FieldValue] = [:]
        for field in fields { values[field.name] = field.presetValue }
        return values
    }

    private func patched(_ json: JSON, with values: [String: FieldValue], now: Date) throws(ActivityError) -> JSON {
        guard case .object(var members) = json else { return json }
        var errors: [FieldError] = []
        for (name, value) in values.sorted(by: { $0.key < $1.key }) {
            guard place(of: name) != nil else {
                errors.append(FieldError(name, "\(title) has no field \u{201C}\(name.prefix(40))\u{201D}."))
                continue
            }
            do throws(FieldError) { members[name] = try value.json(field: name, now: now) } catch { errors.append(error) }
        }
        guard errors.isEmpty else { throw .invalid(errors) }
        return .object(members)
    }

    private func content(attributes: JSON, state: JSON, areStored: Bool = false, now: Date) throws(ActivityError) -> KindContent {
        let errors = fields.compactMap { field in field.problem(in: field.place == .state ? state : attributes, now: now) }
        guard errors.isEmpty else { throw .invalid(errors) }
        return try type.content(attributes, state, areStored: areStored)
    }
}

extension ActivityKind {
    /// Decodes, asks the kind what is wrong, and writes in the stored shape; `areStored`: the attributes have it already.
    fileprivate static func content(_ attributes: JSON, _ state: JSON, areStored: Bool) throws(ActivityError) -> KindContent {
        let typed: Attributes
        let typedState: Attributes.ContentState
        let content: KindContent
        do {
            typed = try JSON.decode(attributes, as: Attributes.self)
            typedState = try JSON.decode(state, as: Attributes.ContentState.self)
            content = KindContent(
                attributes: areStored ? attributes : stored(try JSON.encode(typed), .attribute),
                state: stored(try JSON.encode(typedState), .state),
                instants: KindInstants(Self.self, typed, typedState),
                statement: KindStatement<Self>(attributes: typed, state: typedState))
        } catch {
            throw .invalid([FieldError(error)])
        }
        let problems = problems(attributes: typed, state: typedState)
        guard problems.isEmpty else { throw .invalid(problems) }
        guard max(content.attributes.depth, content.state.depth) <= JSON.maximumDepth else {
            throw .invalid([FieldError("", "Attributes and state nest at most \(JSON.maximumDepth) deep.")])
        }
        let size = content.attributes.byteCountWithoutNulls + content.state.byteCountWithoutNulls
        guard size <= Limits.payloadBytes else { throw .authorization(.attributesTooLarge) }
        return content
    }

    /// Absent optional members are null, so that equal content has one shape.
    private static func stored(_ json: JSON, _ place: Field.Place) -> JSON {
        guard case .object(var members) = json else { return json }
        for field in fields where field.place == place && field.isOptional && members[field.name] == nil { members[field.name] = .null }
        return .object(members)
    }
}

extension FieldError {
    /// The field and the sentence of a value that did not decode.
    fileprivate init(_ error: any Error) {
        guard let error = error as? DecodingError else {
            self.init("", "A value cannot be kept: \(error).")
            return
        }
        let context: DecodingError.Context? =
            switch error {
            case .typeMismatch(_, let context), .valueNotFound(_, let context), .keyNotFound(_, let context), .dataCorrupted(let context):
                context
            @unknown default: nil
            }
        self.init(
            (context?.codingPath ?? []).map(\.stringValue).joined(separator: "."), context?.debugDescription ?? "A value does not fit.")
    }
}
