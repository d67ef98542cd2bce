import Activities
import Answers
import HTTP
import Routing

/// Which part of a list is asked for: `limit` and `after` of its query.
struct Page {
    static let usualLimit = 100
    static let maximumLimit = 1000

    let limit: Int
    /// The sequence that the last entry of the page before stands at; 0: the first page.
    let after: UInt64

    /// Throws a `Problem` that says what would be right.
    init(_ query: Form, epoch: String) throws(Problem) {
        limit = try query.single("limit").map(Self.limit) ?? Self.usualLimit
        after = try query.single("after").map { text throws(Problem) in try Self.place(text, epoch: epoch) } ?? 0
    }

    /// `entries` as far as the page goes, one more than that having been read, and the `after` of the next page; nil: there is none.
    func cut<Entry>(_ entries: [Entry], epoch: String, at sequence: (Entry) -> UInt64) -> (entries: ArraySlice<Entry>, next: JSON) {
        let page = entries.prefix(limit)
        guard entries.count > limit, let last = page.last else { return (page, .null) }
        return (page, .string(Position(epoch: epoch, sequence: sequence(last)).text))
    }

    private static func limit(_ text: String) throws(Problem) -> Int {
        guard text.utf8.allSatisfy({ (0x30...0x39).contains($0) }), let limit = Int(text), (1...maximumLimit).contains(limit) else {
            throw Problem(.badRequest, "limit is a whole number from 1 to \(maximumLimit); \u{201C}\(text.prefix(40))\u{201D} is not.")
        }
        return limit
    }

    private static func place(_ text: String, epoch: String) throws(Problem) -> UInt64 {
        guard let position = Position(text), position.epoch == epoch else {
            throw Problem(
                .badRequest, "after is the \u{201C}next\u{201D} of the page before, word for word; leave it out to begin at the beginning.")
        }
        return position.sequence
    }
}

extension Context {
    /// The fields of the query; throws a `Problem`.
    func query() throws(Problem) -> Form {
        do { return try Form(request.target.query ?? "") } catch { throw Problem(.badRequest, error.sentence) }
    }
}

extension Form {
    /// The one value of that name; two would leave open which counts.
    func single(_ name: String) throws(Problem) -> String? {
        let values = values(of: name)
        guard values.count <= 1 else { throw Problem(.badRequest, "\(name) stands in the query \(values.count) times; once is right.") }
        return values.first
    }
}

extension FormError {
    fileprivate var sentence: String {
        switch self {
        case .badEscape: "A per cent sign in a query is followed by two hex digits."
        case .invalidUTF8: "The text of a query is UTF-8."
        case .tooManyFields: "A query has at most \(Form.maximumItems) fields."
        }
    }
}
