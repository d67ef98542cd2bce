import Activities
import Foundation
import HTTP

/// The members of one object of a body, read one by one into types; what is wrong is collected with where it stands, so that
/// whoever sent it hears of all of it at once.
struct JSONMembers {
    private let pointer: String
    private let members: [String: JSON]
    /// The names that were asked for: all others are unknown here.
    private var known: [String] = []
    private(set) var faults: [Fault] = []

    private init(_ members: [String: JSON], at pointer: String) {
        self.members = members
        self.pointer = pointer
    }

    /// Reads a body; throws a `Problem` where it is no JSON (400) or no object (422). `isOptional`: an empty one has no members.
    init(body: [UInt8], isOptional: Bool = false) throws(Problem) {
        if isOptional, body.isEmpty {
            self.init([:], at: "")
            return
        }
        let json: JSON
        do throws(JSONSyntaxError) { json = try JSON(bytes: body) } catch {
            throw Problem(.badRequest, "The body is no JSON that is read here: \(error.reason), at byte \(error.offset).")
        }
        guard case .object(let members) = json else { throw Problem(.unprocessableContent, "The body is a JSON object.", pointer: "") }
        self.init(members, at: "")
    }

    /// Whether the member was sent, be it as null.
    func has(_ name: String) -> Bool { members[name] != nil }

    func isNull(_ name: String) -> Bool { members[name] == .null }

    /// A member that may be left out, or be null.
    mutating func optional<Value: Decodable>(_ name: String, as type: Value.Type = Value.self) -> Value? {
        known.append(name)
        guard let json = members[name], json != .null else { return nil }
        return read(name, json)
    }

    /// A member that may be left out, but not be null.
    mutating func present<Value: Decodable>(_ name: String, as type: Value.Type = Value.self) -> Value? {
        known.append(name)
        return members[name].flatMap { read(name, $0) }
    }

    mutating func required<Value: Decodable>(_ name: String, as type: Value.Type = Value.self) -> Value? {
        known.append(name)
        guard let json = members[name] else {
            refuse(name, "\(name) is missing.")
            return nil
        }
        return read(name, json)
    }

    /// A member that is an object, as it is.
    mutating func object(_ name: String, isOptional: Bool = false) -> JSON? {
        let members: [String: JSON]? = isOptional ? optional(name) : required(name)
        return members.map(JSON.object)
    }

    /// A member that is an object, and what `read` makes of its members; none of them may be unknown.
    mutating func nested<Value>(_ name: String, _ read: (inout JSONMembers) -> Value?) -> Value? {
        guard case .object(let inner)? = object(name, isOptional: true) else { return nil }
        var reader = JSONMembers(inner, at: path(name))
        let value = read(&reader)
        reader.refuseUnknown()
        faults += reader.faults
        return reader.faults.isEmpty ? value : nil
    }

    mutating func refuse(_ name: String, _ detail: String) { faults.append(Fault(path(name), detail)) }

    /// Throws one `Problem` with all that is wrong, unknown members among it; of `others`, what the domain says of the values that
    /// could be read, all that is no echo of what stands there already. With nothing wrong the domain is not asked.
    mutating func finish(_ others: () -> [FieldError] = { [] }) throws(Problem) {
        refuseUnknown()
        guard !faults.isEmpty else { return }
        let mine = faults
        throw Problem(mine + others().map(Fault.init).filter { other in !mine.contains { $0.concerns(other) } })
    }

    private mutating func read<Value: Decodable>(_ name: String, _ json: JSON) -> Value? {
        do { return try JSON.decode(json, as: Value.self) } catch {
            refuse(name, (error as? DecodingError)?.sentence ?? "\(name) does not fit.")
            return nil
        }
    }

    private mutating func refuseUnknown() {
        let unknown = members.keys.filter { !known.contains($0) }.sorted()
        for (index, name) in unknown.enumerated() {
            // Beyond what is told nobody needs a guess.
            let question = index < Problem.maximumFaults ? Suggestion.question(for: name, among: known) : ""
            refuse(name, "There is no member \(name.quoted) here." + question)
        }
    }

    private func path(_ name: String) -> String { pointer + "/" + Fault.escaped(name) }
}

extension JSONMembers {
    /// `alert`: a title, and where given a body and the name of a sound.
    mutating func alert() -> AlertConfiguration? {
        nested("alert") { alert in
            let title: String? = alert.required("title")
            let body: String = alert.optional("body") ?? ""
            let sound: String = alert.optional("sound") ?? "default"
            return title.map { AlertConfiguration(title: $0, body: body, sound: sound) }
        }
    }

    /// `timestamp`: whole Unix seconds, as in a push.
    mutating func timestamp() -> Int64? {
        guard let json: JSON = optional("timestamp") else { return nil }
        if let seconds = json.integer { return seconds }
        refuse("timestamp", "A timestamp is whole Unix seconds, such as 1800000000, without quotes.")
        return nil
    }
}

extension DecodingError {
    /// What `JSON.decode` says is wrong.
    fileprivate var sentence: String? {
        switch self {
        case .typeMismatch(_, let context), .valueNotFound(_, let context), .keyNotFound(_, let context), .dataCorrupted(let context):
            context.debugDescription
        @unknown default: nil
        }
    }
}
