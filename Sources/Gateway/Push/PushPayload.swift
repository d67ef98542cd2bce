import Activities

/// A push's body: `aps`, and what stands beside it.
struct PushPayload: Sendable {
    /// Apple's limit for a Live Activity.
    static let bytes = 4096
    static let names = [
        "timestamp", "event", "content-state", "stale-date", "dismissal-date", "relevance-score", "alert", "sound", "attributes-type",
        "attributes", "input-push-token", "input-push-channel",
    ]

    private let aps: [String: JSON]
    private let beside: [String: JSON]

    /// Throws `PayloadTooLarge` and `PayloadEmpty`.
    init(_ body: [UInt8]) throws(PushFault) {
        guard body.count <= Self.bytes else {
            let surplus = body.count - Self.bytes
            throw .refused(
                .payloadTooLarge, "The payload has \(body.count) bytes; \(Self.bytes) are allowed: \(surplus) too many.")
        }
        guard !body.isEmpty else { throw Self.empty("The payload is empty") }
        let json: JSON
        do throws(JSONSyntaxError) {
            json = try JSON(bytes: body)
        } catch {
            throw Self.empty("The payload is no JSON: \(error.reason), at byte \(error.offset)")
        }
        guard case .object(let members) = json else { throw Self.empty("The payload is no JSON object") }
        guard let aps = members["aps"] else {
            let written = Misspelling.of("aps", among: members.keys).map { "; \u{201C}\($0)\u{201D} was probably meant so" }
            throw Self.empty("The payload has no aps\(written ?? "")")
        }
        guard case .object(let inside) = aps else { throw Self.empty("The payload's aps is no JSON object") }
        self.aps = inside
        beside = members
    }

    private static func empty(_ what: String) -> PushFault { .refused(.payloadEmpty, "\(what): it is a JSON object with an aps in it.") }

    /// A member of `aps`; one that is null is none.
    subscript(_ name: String) -> JSON? { aps[name].flatMap { $0 == .null ? nil : $0 } }

    /// The event as it was sent.
    var event: String? { self["event"]?.string }

    /// A member that there must be; throws a sentence that looks for where it may be instead.
    func needed(_ name: String, _ why: String) throws(PushFault) -> JSON {
        if let value = self[name] { return value }
        var hint = ""
        if beside[name] != nil {
            hint = "; it stands beside aps and belongs inside"
        } else if let written = Misspelling.of(name, among: strangers) {
            hint = "; \u{201C}\(written)\u{201D} is not known: \u{201C}\(name)\u{201D} was probably meant"
        }
        throw .unheeded("\(name) is missing\(hint): \(why)")
    }

    /// What was passed over though it probably meant something.
    var warnings: [String] {
        let absent = Self.names.filter { aps[$0] == nil }
        let misspelt = strangers.compactMap { name in
            Misspelling.of(name, among: absent).map {
                "aps.\(name) is not known and was passed over: \u{201C}\($0)\u{201D} was probably meant."
            }
        }
        let misplaced = absent.filter { beside[$0] != nil }.map { "\($0) stands beside aps and was passed over: it belongs inside." }
        return misspelt + misplaced
    }

    private var strangers: [String] { aps.keys.filter { !Self.names.contains($0) }.sorted() }
}

extension JSON {
    /// A number of any form.
    var double: Double? {
        switch self {
        case .integer(let value): Double(value)
        case .number(let value): value
        default: nil
        }
    }

    /// What it is, for a sentence.
    var said: String {
        switch self {
        case .null, .boolean, .integer, .number: String(decoding: bytes, as: UTF8.self)
        case .string(let text): "the text \u{201C}\(text.prefix(40))\u{201D}"
        case .array: "an array"
        case .object: "an object"
        }
    }
}
