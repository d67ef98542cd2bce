import Activities
import Foundation

/// A place in the past as links carry it: behind one activity, or behind one of its events.
public struct PastCursor: Sendable, Hashable {
    public let place: PastPlace
    /// The activity at `place` has been told up to this sequence and not to its end; nil: it is done with.
    public let toldUpTo: UInt64?

    public init(_ place: PastPlace, toldUpTo: UInt64? = nil) {
        self.place = place
        self.toldUpTo = toldUpTo
    }

    /// From where to read on: past the activity, or with it once more.
    public var start: PastPlace {
        guard toldUpTo != nil else { return place }
        return PastPlace(startDate: place.startDate, startSequence: place.startSequence + 1)
    }

    /// Nobody has to read it: numbers to the base of 36.
    public var text: String {
        let numbers = [String(place.startDate.milliseconds, radix: 36), String(place.startSequence, radix: 36)]
        return (numbers + (toldUpTo.map { [String($0, radix: 36)] } ?? [])).joined(separator: ".")
    }

    /// nil where the text is not exactly one that `text` writes.
    public init?(_ text: String) {
        guard text.utf8.count <= Self.longest else { return nil }
        let parts = text.split(separator: ".", omittingEmptySubsequences: false)
        guard (2...3).contains(parts.count), let milliseconds = Int64(parts[0], radix: 36), let sequence = UInt64(parts[1], radix: 36),
            sequence < UInt64(Int64.max)
        else { return nil }
        var told: UInt64?
        if parts.count == 3 {
            guard let number = UInt64(parts[2], radix: 36) else { return nil }
            told = number
        }
        self.init(PastPlace(startDate: Date(milliseconds: milliseconds), startSequence: sequence), toldUpTo: told)
        guard self.text == text else { return nil }
    }

    /// Three of the longest numbers with a sign and two dots.
    static let longest = 3 * 13 + 3
}
