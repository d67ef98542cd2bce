/// An entity tag (RFC 9110, section 8.8.3).
public struct EntityTag: Sendable, Hashable, CustomStringConvertible {
    /// What stands between the quotes.
    public let opaque: String
    public let isWeak: Bool

    /// A tag of visible characters; nil where `opaque` holds a quote, a space or a control.
    public init?(opaque: String, isWeak: Bool = false) {
        guard opaque.utf8.allSatisfy(Self.mayStand) else { return nil }
        self.opaque = opaque
        self.isWeak = isWeak
    }

    /// Reads one tag, as in ETag and If-Range; nil for anything else.
    public init?(_ text: String) {
        var scanner = FieldScanner(text)
        scanner.skipBlanks()
        guard let tag = Self.next(&scanner) else { return nil }
        scanner.skipBlanks()
        guard scanner.isAtEnd else { return nil }
        self = tag
    }

    public var description: String { (isWeak ? "W/\"" : "\"") + opaque + "\"" }

    /// Equal and both strong (RFC 9110, section 8.8.3.2).
    public func matchesStrongly(_ other: EntityTag) -> Bool { !isWeak && !other.isWeak && opaque == other.opaque }

    /// Equal, be they weak or strong.
    public func matchesWeakly(_ other: EntityTag) -> Bool { opaque == other.opaque }

    static func next(_ scanner: inout FieldScanner) -> EntityTag? {
        let isWeak = scanner.skip(0x57)
        if isWeak, !scanner.skip(.slash) { return nil }
        guard scanner.skip(.quote) else { return nil }
        let opaque = scanner.text(mayStand) ?? ""
        guard scanner.skip(.quote) else { return nil }
        return EntityTag(opaque: opaque, isWeak: isWeak)
    }

    private static func mayStand(_ byte: UInt8) -> Bool { byte > 0x20 && byte != .quote && byte != 0x7F }
}

/// What If-Match and If-None-Match hold (RFC 9110, sections 13.1.1 and 13.1.2).
public enum EntityTagCondition: Sendable, Hashable {
    case any
    case tags([EntityTag])

    /// Reads all fields of that name as one list; nil where there is none, or where it is no list of tags.
    public init?(_ values: [String]) {
        if values.isEmpty { return nil }
        if values.count == 1, trimmed(values[0].utf8).elementsEqual("*".utf8) {
            self = .any
            return
        }
        var tags: [EntityTag] = []
        for value in values {
            var scanner = FieldScanner(value)
            repeat {
                scanner.skipBlanks()
                if scanner.peek == .comma || scanner.isAtEnd { continue }  // RFC 9110, section 5.6.1.2: empty elements
                guard let tag = EntityTag.next(&scanner) else { return nil }
                tags.append(tag)
                scanner.skipBlanks()
                guard scanner.isAtEnd || scanner.peek == .comma else { return nil }
            } while scanner.skip(.comma)
        }
        self = .tags(tags)
    }

    /// For If-None-Match; `current` nil: nothing is there.
    public func matchesWeakly(_ current: EntityTag?) -> Bool { matches(current) { $0.matchesWeakly($1) } }

    /// For If-Match; `current` nil: nothing is there.
    public func matchesStrongly(_ current: EntityTag?) -> Bool { matches(current) { $0.matchesStrongly($1) } }

    private func matches(_ current: EntityTag?, _ isSame: (EntityTag, EntityTag) -> Bool) -> Bool {
        guard let current else { return false }
        switch self {
        case .any: return true
        case .tags(let tags): return tags.contains { isSame($0, current) }
        }
    }
}
