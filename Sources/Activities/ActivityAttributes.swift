/// The static part of a kind of activity and, nested, the part that updates change (ActivityKit's protocol of that name).
public protocol ActivityAttributes: Codable, Sendable, Hashable {
    associatedtype ContentState: Codable & Sendable & Hashable
}
