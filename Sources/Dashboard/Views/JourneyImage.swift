/// The context of a kind's `journey`: a picture that stands alone, so its delays count from the moment at which it was served.
struct JourneyImage<Content: Codable & Sendable>: Codable, Sendable {
    let activity: ActivityView
    let content: Content
    let image: ImageTimes
}

/// Seconds from when the picture is served; negative where the instant has passed.
struct ImageTimes: Codable, Sendable {
    let startDelay: Double
    let midpointDelay: Double
    let endDelay: Double
}
