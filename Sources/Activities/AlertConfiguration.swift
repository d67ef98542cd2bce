/// What an update says aloud (ActivityKit's type of that name).
public struct AlertConfiguration: Sendable, Hashable, Codable {
    public var title: String
    public var body: String
    /// The name of a sound under Public/sounds, or `default`.
    public var sound: String

    public init(title: String, body: String, sound: String = "default") {
        self.title = title
        self.body = body
        self.sound = sound
    }
}
