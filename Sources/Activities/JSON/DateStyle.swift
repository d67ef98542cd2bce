import Foundation

extension JSON {
    /// How dates stand in JSON that is decoded.
    public enum DateStyle: Sendable {
        /// As they are kept and as the JSON API takes them.
        case iso8601
        /// As in a push's content: a `JSONDecoder`'s own style. Dates more than ten years from `now` are taken for a mistake.
        case secondsSince2001(now: Date)
    }
}

/// Marks a `DecodingError` whose description goes on where its path ends: "is …".
struct MisreadDate: Error {}

/// The place of a value in an array, in a coding path.
struct ElementKey: CodingKey {
    let index: Int
    var intValue: Int? { index }
    var stringValue: String { String(index) }
    init(_ index: Int) { self.index = index }
    init?(intValue: Int) { self.init(intValue) }
    init?(stringValue: String) { nil }
}

extension [any CodingKey] {
    /// `stops[2].arrival`, as people write the place of a value.
    var written: String {
        reduce(into: "") { text, key in
            if let key = key as? ElementKey {
                text += "[\(key.index)]"
            } else {
                text += (text.isEmpty ? "" : ".") + key.stringValue.prefix(40)
            }
        }
    }
}
