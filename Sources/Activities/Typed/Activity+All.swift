import Foundation

extension Activity {
    /// All of this type that are not dismissed, in order of start; those of another shape are left out.
    public static func activities(in center: ActivityCenter) -> [Activity] {
        guard let kind = center.kinds[attributes: Attributes.self] else { return [] }
        let records = center.board.page(BoardFilter(kind: kind.kind), after: 0, limit: .max).activities
        return records.compactMap { try? Activity($0, in: center) }
    }

    /// The one with that id; nil: never known, forgotten, or of another type. Throws `.malformedActivityIdentifier` for what is no UUID in
    /// lower case.
    public static func activity(id: String, in center: ActivityCenter) throws(ActivityAuthorizationError) -> Activity? {
        guard Identifiers.isUUID(id) else { throw .malformedActivityIdentifier }
        guard let record = (try? center.newest(id)) ?? nil, record.kind == center.kinds[attributes: Attributes.self]?.kind else {
            return nil
        }
        return try? Activity(record, in: center)
    }

    /// Every activity of this type that starts from now on, in order, also pending ones and those that others start. A reader that lies more than
    /// `Board.keptDismissed` starts behind loses the oldest. Does not end by itself.
    public static func activityUpdates(in center: ActivityCenter) -> ActivityUpdates {
        guard let kind = center.kinds[attributes: Attributes.self]?.kind else { return .ended }
        return center.starts(of: kind) { id in
            (try? center.newest(id)).flatMap { try? Activity($0, in: center) }
        }
    }

    /// 32 bytes: a push with it starts an activity of this type; nil: a type that this server does not serve.
    public static func pushToStartToken(in center: ActivityCenter) -> Data? {
        center.kinds[attributes: Attributes.self].flatMap { center.pushToStartTokens[$0.kind] }.flatMap(Data.init(hex:))
    }

    /// That token; it never changes while the server runs, so that one element comes, and then the end.
    public static func pushToStartTokenUpdates(in center: ActivityCenter) -> PushTokenUpdates {
        .one(pushToStartToken(in: center))
    }
}

extension KindRegistry {
    /// By the attributes' type; of two with one type the first counts.
    public subscript<Attributes: ActivityAttributes>(attributes type: Attributes.Type) -> AnyKind? {
        all.first { $0.type.has(type) }
    }
}

extension ActivityKind {
    fileprivate static func has<Other: ActivityAttributes>(_ other: Other.Type) -> Bool { Attributes.self == other }
}

extension Data {
    /// nil where the text is no pairs of hex digits.
    init?(hex: String) {
        guard hex.utf8.count.isMultiple(of: 2) else { return nil }
        var bytes: [UInt8] = []
        var rest = hex.utf8[...]
        while let high = rest.popFirst(), let low = rest.popFirst() {
            guard let byte = UInt8(hexDigits: high, low) else { return nil }
            bytes.append(byte)
        }
        self.init(bytes)
    }
}

extension UInt8 {
    fileprivate init?(hexDigits high: UInt8, _ low: UInt8) {
        guard let high = Self.value(high), let low = Self.value(low) else { return nil }
        self = high << 4 | low
    }

    private static func value(_ digit: UInt8) -> UInt8? {
        switch digit {
        case 0x30...0x39: digit - 0x30
        case 0x61...0x66: digit - 0x61 + 10
        default: nil
        }
    }
}
