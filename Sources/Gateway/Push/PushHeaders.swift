import HTTP
import Routing

/// What pushes must bring along, as the flags say.
public struct PushConfiguration: Sendable {
    let bundleID: String?
    /// Of the provider secret; comparing digests takes the same time whatever is offered.
    private let secretDigest: [UInt8]?

    /// `bundleID`: whose topic alone passes; nil: any. `providerSecret`: what `authorization: bearer …` must carry; nil: anything passes.
    public init(bundleID: String? = nil, providerSecret: String? = nil) {
        self.bundleID = bundleID
        secretDigest = providerSecret.map { SHA256.hash($0.utf8) }
    }

    /// Longest bundle id that Apple gives out, in bytes.
    static let bundleBytes = 155

    /// Letters, digits, hyphens and periods, and not a whole topic.
    public static func isBundleID(_ text: String) -> Bool {
        (1...bundleBytes).contains(text.utf8.count) && !text.hasSuffix(PushHeaders.topicSuffix)
            && text.utf8.allSatisfy { byte in
                byte.isDigit || (0x41...0x5a).contains(byte) || (0x61...0x7a).contains(byte) || byte == UInt8(ascii: "-")
                    || byte == UInt8(ascii: ".")
            }
    }

    /// Throws `MissingProviderToken` and `InvalidProviderToken`.
    func checkProvider(_ fields: Fields) throws(PushFault) {
        guard let secretDigest else { return }
        let values = fields.values(of: "authorization")
        guard let value = values.first else {
            throw .refused(.missingProviderToken, "This server takes pushes with authorization: bearer <provider secret> only.")
        }
        let parts = value.utf8.split(separator: 32, maxSplits: 1)
        let scheme = parts.first.map { String(decoding: $0, as: UTF8.self).lowercased() }
        let offered = SHA256.hash(parts.count == 2 ? Array(parts[1].drop { $0 == 32 }) : [])
        let difference = zip(offered, secretDigest).reduce(UInt8(0)) { $0 | ($1.0 ^ $1.1) }
        guard values.count == 1, scheme == "bearer", difference == 0 else {
            throw .refused(.invalidProviderToken, "The authorization is not bearer and this server's provider secret.")
        }
    }
}

/// The headers of a push, each as Apple wants it; checked in this order (activitykit.md, "APNs-compatible push").
enum PushHeaders {
    /// Longest `apns-collapse-id`, in bytes.
    static let collapseBytes = 64
    /// Longest `apns-expiration`, in digits: beyond it no clock counts seconds.
    static let expirationDigits = 18
    static let pushType = "liveactivity"
    static let topicSuffix = ".push-type.liveactivity"

    /// Answers the bundle that the topic names.
    static func check(_ fields: Fields) throws(PushFault) -> String {
        try checkExpiration(fields["apns-expiration"])
        guard ["5", "10", nil].contains(fields["apns-priority"]) else {
            throw .refused(.badPriority, "apns-priority is 5 or 10; without it a push counts as 10.")
        }
        if let id = fields["apns-collapse-id"], id.utf8.count > collapseBytes {
            throw .refused(.badCollapseID, "apns-collapse-id has \(id.utf8.count) bytes; at most \(collapseBytes) are allowed.")
        }
        guard fields["apns-push-type"] == pushType else {
            let given = fields["apns-push-type"] == nil ? "is missing" : "is another"
            throw .refused(.invalidPushType, "apns-push-type \(given); Live Activities take \(pushType) only.")
        }
        return try bundle(ofTopic: fields["apns-topic"])
    }

    /// One that has passed already is tried once, as at Apple: nothing is kept here for later.
    private static func checkExpiration(_ text: String?) throws(PushFault) {
        guard let text else { return }
        guard (1...expirationDigits).contains(text.utf8.count), text.utf8.allSatisfy(\.isDigit) else {
            throw .refused(.badExpirationDate, "apns-expiration is a whole number of Unix seconds, or 0.")
        }
    }

    private static func bundle(ofTopic topic: String?) throws(PushFault) -> String {
        guard let topic, !topic.isEmpty else {
            throw .refused(.missingTopic, "apns-topic is missing; it is the bundle id followed by \(topicSuffix).")
        }
        let bundle = String(topic.dropLast(topicSuffix.utf8.count))
        guard topic.hasSuffix(topicSuffix), PushConfiguration.isBundleID(bundle) else {
            throw .refused(.badTopic, "apns-topic is not a bundle id followed by \(topicSuffix).")
        }
        return bundle
    }
}
