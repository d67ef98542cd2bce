import Activities
import Foundation
import HTTP

/// What a query asks of the past, for its page and its export alike: `kind=&day=&after=` (http.md, "Pages").
public struct PastQuery: Sendable {
    /// The name of a kind that this server knows; nil: all.
    public let kind: String?
    /// In the server's zone; nil: all.
    public let day: Day?
    /// Where an earlier answer ended; nil: the newest.
    public let after: PastCursor?
    public let filter: PastFilter
    /// By which its day was read.
    public let clock: WallClock

    /// Reads a query; what is absent or empty asks for all. Throws `PastQueryError`.
    public init(_ request: Request, kinds: KindRegistry, clock: WallClock) throws(PastQueryError) {
        self.clock = clock
        let form: Form
        do { form = try Form(request.target.query ?? "") } catch { throw .notAForm }
        func value(_ name: String) -> String? { form[name].flatMap { $0.isEmpty ? nil : $0 } }
        kind = value("kind")
        if let kind, kinds[kind] == nil { throw .unknownKind(kind, known: kinds.all.map(\.kind)) }
        day = try value("day").map { text throws(PastQueryError) in
            guard let day = Day(text) else { throw .badDay(text) }
            return day
        }
        after = try value("after").map { text throws(PastQueryError) in
            guard let cursor = PastCursor(text) else { throw .badCursor }
            return cursor
        }
        filter = PastFilter(kind: kind, started: day?.range(in: clock.timeZone))
    }

    /// Nothing is left out but what came before `after`.
    public var isUnfiltered: Bool { kind == nil && day == nil }

    /// The same question from another place on, `?kind=…&day=…&after=…`; empty where it asks for all from the newest.
    public func text(after cursor: PastCursor?) -> String { text(day, cursor) }

    /// The same kind on another day, from its newest on.
    public func text(on day: Day) -> String { text(day, nil) }

    private func text(_ day: Day?, _ cursor: PastCursor?) -> String {
        let items = [("kind", kind), ("day", day?.text), ("after", cursor?.text)].compactMap { name, value in
            value.map { Form.Item(name, $0) }
        }
        return items.isEmpty ? "" : "?" + Form(items).encoded
    }
}

/// Why a query of the past cannot be answered; says what would be right.
public enum PastQueryError: Error, Sendable, Hashable {
    case notAForm
    case unknownKind(String, known: [String])
    case badDay(String)
    case badCursor

    public var sentence: String {
        switch self {
        case .notAForm:
            "A query is kind=, day= and after= with a per cent sign and two hex digits for each byte that is no plain letter or digit."
        case .unknownKind(let kind, let known):
            "There is no kind \u{201C}\(kind.prefix(40))\u{201D} here; kind= takes \(known.joined(separator: ", ")), or nothing for all."
        case .badDay(let text):
            "\u{201C}\(text.prefix(40))\u{201D} is no day of the calendar; day= takes year, month and day such as 2026-11-30, or nothing for all."
        case .badCursor:
            "This place in the history is not known; after= is taken from a link to what came earlier, or left out for the newest."
        }
    }
}
