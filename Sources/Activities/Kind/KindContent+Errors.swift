import Foundation

extension ActivityKind {
    /// All that cannot be read in attributes and state, not the first alone: whoever sent it mends it once.
    static func unreadable(attributes: JSON, state: JSON, now: Date) -> [FieldError] {
        let sample = samples(now: now).first
        return unreadable(attributes, as: Attributes.self, .attribute, sample: try? sample.map { try JSON.encode($0.attributes) })
            + unreadable(state, as: Attributes.ContentState.self, .state, sample: try? sample.map { try JSON.encode($0.state) })
    }

    /// A member that cannot be read gives way to a sample's, and the rest is read again; each at most once, so that it ends.
    private static func unreadable<Value: Decodable>(_ json: JSON, as type: Value.Type, _ place: Field.Place, sample: JSON?) -> [FieldError]
    {
        var json = json
        var mended: Set<String> = []
        var errors: [FieldError] = []
        while true {
            do {
                _ = try JSON.decode(json, as: type)
                return errors
            } catch {
                let error = FieldError(error, in: place)
                let name = String(error.field.prefix { $0 != "." })
                guard !mended.contains(name) else { return errors }
                errors.append(error)
                guard !name.isEmpty, case .object(var members) = json else { return errors }
                mended.insert(name)
                members[name] = sample?[name]
                json = .object(members)
            }
        }
    }
}

extension FieldError {
    /// The field and the sentence of a value that did not decode.
    init(_ error: any Error, in place: Field.Place?) {
        guard let error = error as? DecodingError else {
            self.init("", "A value cannot be kept: \(error).", in: place)
            return
        }
        let context: DecodingError.Context? =
            switch error {
            case .typeMismatch(_, let context), .valueNotFound(_, let context), .keyNotFound(_, let context), .dataCorrupted(let context):
                context
            @unknown default: nil
            }
        self.init(
            (context?.codingPath ?? []).map(\.stringValue).joined(separator: "."), context?.debugDescription ?? "A value does not fit.",
            in: place)
    }
}
