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
        let unfit = fields.compactMap { field in field.problem(in: field.place == .state ? state : attributes, now: now) }
        return try type.content(attributes, state, areStored: areStored, besides: unfit, now: now)
    }
}

extension ActivityKind {
    /// Decodes, asks the kind what is wrong, and writes in the stored shape; `areStored`: the attributes have it already.
    fileprivate static func content(
        _ attributes: JSON, _ state: JSON, areStored: Bool, besides unfit: [FieldError], now: Date
    ) throws(ActivityError) -> KindContent {
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
            let unreadable = unreadable(attributes: attributes, state: state, now: now)
            throw .invalid(unreadable.isEmpty ? unfit + [FieldError(error, in: nil)] : unreadable + unfit)
        }
        guard unfit.isEmpty else { throw .invalid(unfit) }
        let problems = problems(attributes: typed, state: typedState)
        guard problems.isEmpty else { throw .invalid(problems.map(placed)) }
        guard max(content.attributes.depth, content.state.depth) <= JSON.maximumDepth else {
            throw .invalid([FieldError("", "Attributes and state nest at most \(JSON.maximumDepth) deep.")])
        }
        let size = content.attributes.byteCountWithoutNulls + content.state.byteCountWithoutNulls
        guard size <= Limits.payloadBytes else { throw .authorization(.attributesTooLarge) }
        return content
    }

    /// A kind names its fields and need not say whose they are.
    private static func placed(_ error: FieldError) -> FieldError {
        let name = error.field.prefix { $0 != "." }
        return FieldError(error.field, error.message, in: error.place ?? fields.first { $0.name == name }?.place)
    }

    /// Absent optional members are null, so that equal content has one shape.
    private static func stored(_ json: JSON, _ place: Field.Place) -> JSON {
        guard case .object(var members) = json else { return json }
        for field in fields where field.place == place && field.isOptional && members[field.name] == nil { members[field.name] = .null }
        return .object(members)
    }
}
