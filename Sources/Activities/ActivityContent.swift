import Foundation

/// What is shown now, until when it may be believed, and how it compares with others of its kind.
public struct ActivityContent<State: Sendable & Hashable>: Sendable, Hashable {
    public var state: State
    /// From then on the content is out of date; nil: never.
    public var staleDate: Date?
    /// Compares activities of one kind, highest first.
    public var relevanceScore: Double

    public init(state: State, staleDate: Date? = nil, relevanceScore: Double = 0) {
        self.state = state
        self.staleDate = staleDate
        self.relevanceScore = relevanceScore
    }
}
