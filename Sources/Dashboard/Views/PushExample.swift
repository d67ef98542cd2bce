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
                "timestamp": .integer(Int64(now.timeIntervalSince1970)), "event": .string("start"), "attributes-type": .string(kind.attributesType),
                "attributes": Self.pushed(sample.attributes, kind), "content-state": Self.pushed(sample.content.state, kind),
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

    /// Ranges of dates in seconds since 2001, what is absent left out.
    private static func pushed(_ content: JSON, _ kind: AnyKind) -> JSON {
        guard case .object(var members) = content else { return content }
        for field in kind.fields {
            guard case .dateRange = field.format, case .array(let bounds)? = members[field.name] else { continue }
            members[field.name] = .array(bounds.map { seconds($0) ?? $0 })
        }
        return .object(members.filter { $0.value != .null })
    }

    private static func seconds(_ bound: JSON) -> JSON? {
        bound.string.flatMap(ISO8601.date).map { .integer(Int64($0.timeIntervalSinceReferenceDate)) }
    }

    /// One word for a POSIX shell, whatever stands in it.
    private static func quoted(_ text: String) -> String { "'" + text.replacing("'", with: "'\\''") + "'" }
}
