import Foundation

/// A push's content, read as the kind's own types read it: dates in it are seconds since 2001 (activitykit.md, "Two epochs").
extension AnyKind {
    /// `content-state` in the stored shape, and what is strange in it though it can be read; `root` is its own name in sentences.
    /// Throws what cannot be read: the field's path and a whole sentence.
    public func contentState(pushed json: JSON, root: String, now: Date) throws(FieldError) -> PushedContent {
        try type.contentState(Pushed(json: json, root: root, names: names(of: .state), now: now))
    }

    /// `attributes`, in the same way.
    public func attributes(pushed json: JSON, root: String, now: Date) throws(FieldError) -> PushedContent {
        try type.attributes(Pushed(json: json, root: root, names: names(of: .attribute), now: now))
    }

    /// Attributes or a state in the stored shape as a push carries them: dates are seconds since 2001, what is absent is left out.
    public func pushed(_ content: JSON) -> JSON {
        guard case .object(var members) = content else { return content }
        for field in fields { members[field.name] = members[field.name].map(field.pushed) }
        return .object(members.filter { $0.value != .null })
    }

    /// Bytes that content takes of `Limits.payloadBytes`, in the stored shape.
    public func byteCount(attributes: JSON, state: JSON) -> Int { attributes.byteCountWithoutNulls + state.byteCountWithoutNulls }

    private func names(of place: Field.Place) -> [String] { fields.filter { $0.place == place }.map(\.name) }
}

/// What a push carried, in the stored shape.
public struct PushedContent: Sendable {
    public let json: JSON
    /// A sentence for each name that was passed over and probably stands for another.
    public let warnings: [String]
}

extension ActivityKind {
    fileprivate static func contentState(_ pushed: Pushed) throws(FieldError) -> PushedContent {
        try pushed.read(as: Attributes.ContentState.self)
    }

    fileprivate static func attributes(_ pushed: Pushed) throws(FieldError) -> PushedContent {
        try pushed.read(as: Attributes.self)
    }
}

/// Content on its way in, with what its sentences need.
private struct Pushed {
    let json: JSON
    let root: String
    /// The kind's own names at the top.
    let names: [String]
    let now: Date

    func read<Value: Codable>(as type: Value.Type) throws(FieldError) -> PushedContent {
        do {
            let stored = try JSON.encode(try JSON.decode(json, as: type, dates: .secondsSince2001(now: now)))
            return PushedContent(json: stored, warnings: warnings(beside: stored))
        } catch {
            throw fieldError(error)
        }
    }

    private func fieldError(_ error: any Error) -> FieldError {
        guard let error = error as? DecodingError else { return FieldError("", "\(root): a value cannot be kept: \(error).") }
        switch error {
        case .keyNotFound(let key, let context):
            let path = context.codingPath.written
            return FieldError(path, "\(place(path)) is missing\(meant(key.stringValue, in: context.codingPath.dropLast())).")
        case .typeMismatch(_, let context), .valueNotFound(_, let context), .dataCorrupted(let context):
            let path = context.codingPath.written
            guard context.underlyingError is MisreadDate else { return FieldError(path, "\(place(path)): \(context.debugDescription)") }
            return FieldError(path, "\(place(path)) \(context.debugDescription).")
        @unknown default: return FieldError("", "\(root): a value does not fit.")
        }
    }

    private func place(_ path: String) -> String { path.isEmpty || path.hasPrefix("[") ? root + path : "\(root).\(path)" }

    /// The name beside a missing one that was probably written for it.
    private func meant(_ name: String, in path: ArraySlice<any CodingKey>) -> String {
        guard case .object(let members)? = path.reduce(Optional(json), { $0?.value(at: $1) }) else { return "" }
        let strangers = path.isEmpty ? members.keys.filter { !names.contains($0) } : Array(members.keys)
        guard let written = Misspelling.of(name, among: strangers) else { return "" }
        return ", and \u{201C}\(written)\u{201D} is not known: \u{201C}\(name)\u{201D} was probably meant"
    }

    /// A misspelt optional name is passed over without a word elsewhere.
    private func warnings(beside stored: JSON) -> [String] {
        guard case .object(let given) = json, case .object(let kept) = stored else { return [] }
        let absent = names.filter { given[$0] == nil }
        return given.keys.filter { kept[$0] == nil && !names.contains($0) }.sorted().compactMap { name in
            Misspelling.of(name, among: absent).map {
                "\(root).\(name) is not known and was passed over: \u{201C}\($0)\u{201D} was probably meant."
            }
        }
    }
}

extension JSON {
    fileprivate func value(at key: any CodingKey) -> JSON? {
        if let key = key as? ElementKey, case .array(let values) = self {
            return values.indices.contains(key.index) ? values[key.index] : nil
        }
        return self[key.stringValue]
    }
}

extension Field {
    fileprivate func pushed(_ value: JSON) -> JSON {
        switch (format, value) {
        case (.date, _): Self.seconds(value)
        case (.dateRange, .array(let bounds)): .array(bounds.map(Self.seconds))
        default: value
        }
    }

    private static func seconds(_ value: JSON) -> JSON {
        guard let seconds = value.string.flatMap(ISO8601.date)?.timeIntervalSinceReferenceDate else { return value }
        return Int64(exactly: seconds).map(JSON.integer) ?? .number(seconds)
    }
}
