import Activities
import Foundation

/// A push that starts an activity, as a line for a shell; complete, so that it can be pasted as it is.
struct PushExample: Codable, Sendable {
    /// "Pizza delivery": what it starts.
    let kindTitle: String
    let command: String
    /// The line takes the provider's secret from a variable.
    let asksForSecret: Bool
}

extension PushExample {
    /// Of the first kind, from its first sample; nil where there is no kind.
    init?(site: Site, now: Date) throws {
        guard let kind = site.kinds.all.first, let token = site.center.pushToStartTokens[kind.kind],
            let sample = try kind.samples(now: now).first?.record
        else { return nil }
        let payload = JSON.object([
            "aps": .object([
                "timestamp": .integer(Int64(now.timeIntervalSince1970)), "event": .string("start"),
                "attributes-type": .string(kind.attributesType),
                "attributes": kind.pushed(sample.attributes), "content-state": kind.pushed(sample.content.state),
                "alert": .object(["title": .string(kind.title), "body": .string("Started by a push")]),
            ])
        ])
        kindTitle = kind.title
        asksForSecret = site.asksForProviderSecret
        let lines =
            ["curl -i -H 'apns-push-type: liveactivity'", "-H 'apns-topic: \(site.bundleID ?? "com.example.app").push-type.liveactivity'"]
            + (asksForSecret ? [#"-H "authorization: bearer $secret""#] : [])
            + ["-d \(Self.quoted(String(decoding: payload.bytes, as: UTF8.self)))", "\(site.baseURL ?? site.localURL)/3/device/\(token)"]
        command = lines.joined(separator: " \\\n  ")
    }

    /// One word for a POSIX shell, whatever stands in it.
    private static func quoted(_ text: String) -> String { "'" + text.replacing("'", with: "'\\''") + "'" }
}
