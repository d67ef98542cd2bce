import Activities
import Foundation

/// The members of a stored JSON object, read by type.
struct StoredObject {
    private let members: [String: JSON]

    /// Anything but an object has no members.
    init(_ json: JSON) {
        if case .object(let members) = json { self.members = members } else { self.members = [:] }
    }

    subscript(_ key: String) -> JSON? { members[key] }

    func string(_ key: String) throws(JournalError) -> String { try required(optionalString(key), key) }
    func date(_ key: String) throws(JournalError) -> Date { try required(optionalDate(key), key) }
    func sequence(_ key: String) throws(JournalError) -> UInt64 { try required(optionalSequence(key), key) }

    func optionalString(_ key: String) -> String? { if case .string(let text)? = members[key] { text } else { nil } }
    func optionalDate(_ key: String) -> Date? { number(key).map { Date(timeIntervalSinceReferenceDate: $0) } }
    func optionalSequence(_ key: String) -> UInt64? { integer(key).flatMap { UInt64(exactly: $0) } }
    func boolean(_ key: String) -> Bool? { if case .boolean(let value)? = members[key] { value } else { nil } }

    func integer(_ key: String) -> Int64? {
        switch members[key] {
        case .integer(let value)?: value
        case .number(let value)?: Int64(exactly: value)
        default: nil
        }
    }

    func number(_ key: String) -> Double? {
        switch members[key] {
        // A whole number may have been written without a fraction.
        case .integer(let value)?: Double(value)
        case .number(let value)?: value
        default: nil
        }
    }

    private func required<Value>(_ value: Value?, _ key: String) throws(JournalError) -> Value {
        guard let value else { throw JournalError(reason: "A stored activity cannot be read: its \(key) is missing.") }
        return value
    }
}

extension JSON {
    init(_ date: Date) { self.init(finite: date.timeIntervalSinceReferenceDate) }
    init(_ sequence: UInt64) { self = .integer(Int64(clamping: sequence)) }
    /// JSON has no NaN and no infinity (RFC 8259, section 6).
    init(finite number: Double) { self = number.isFinite ? .number(number) : .number(0) }
}
