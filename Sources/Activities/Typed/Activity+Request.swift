import Foundation

/// How an activity is updated from outside (ActivityKit's type of that name).
public enum PushType: Sendable, Hashable {
    /// By pushes to its own token; every activity can be, so that nothing changes by saying so.
    case token
    /// By broadcasts on a channel, which this server does not have.
    case channel(String)
}

extension Activity {
    /// Starts an activity and returns once it is stored and shown. Throws `ActivityAuthorizationError` where ActivityKit does, else `ActivityError`.
    public static func request(
        attributes: Attributes, content: ActivityContent<ContentState>, pushType: PushType? = nil, in center: ActivityCenter
    ) async throws -> Activity {
        try await start(attributes, content, pushType, alert: nil, startDate: nil, center)
    }

    /// Schedules an activity: pending until `startDate`, then shown with the alert; with a start date that has passed it starts, and rings, now.
    public static func request(
        attributes: Attributes, content: ActivityContent<ContentState>, pushType: PushType? = nil, alertConfiguration: AlertConfiguration,
        startDate: Date, in center: ActivityCenter
    ) async throws -> Activity {
        try await start(attributes, content, pushType, alert: alertConfiguration, startDate: startDate, center)
    }

    private static func start(
        _ attributes: Attributes, _ content: ActivityContent<ContentState>, _ pushType: PushType?, alert: AlertConfiguration?,
        startDate: Date?, _ center: ActivityCenter
    ) async throws -> Activity {
        guard let kind = center.kinds[attributes: Attributes.self], pushType.isSupported else {
            throw ActivityAuthorizationError.unsupported
        }
        let request = StartRequest(
            kind: kind.kind, payload: .encoded(attributes: try JSON.encoded(attributes), state: try JSON.encoded(content.state)),
            staleDate: content.staleDate, relevanceScore: content.relevanceScore, startDate: startDate, alert: alert)
        let outcome: Outcome
        do throws(ActivityError) { outcome = try await center.perform(.request(request)) } catch {
            throw ActivityAuthorizationError(error) ?? error as any Error
        }
        guard let record = outcome.activities.first else { throw ActivityAuthorizationError.persistenceFailure }
        return try Activity(record, in: center)
    }
}

extension PushType? {
    fileprivate var isSupported: Bool {
        if case .channel = self { false } else { true }
    }
}

extension ActivityAuthorizationError {
    /// What ActivityKit throws at a request for the same; nil: it has no word for it.
    fileprivate init?(_ error: ActivityError) {
        switch error {
        case .authorization(let authorization): self = authorization
        case .store: self = .persistenceFailure
        case .unknownKind: self = .unsupported
        default: return nil
        }
    }
}
