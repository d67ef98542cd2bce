import Activities
import HTTP

extension ActivityError {
    /// The one table from the domain's errors to HTTP status.
    public var status: Status {
        switch self {
        case .authorization(.attributesTooLarge): .contentTooLarge
        case .authorization(.persistenceFailure): .serviceUnavailable
        case .authorization: .forbidden
        case .invalid: .unprocessableContent
        case .unknownKind: .badRequest
        case .unknownActivity: .notFound
        case .over, .notEnded: .conflict
        case .overtaken: .preconditionFailed
        case .idempotencyKeyReused: .unprocessableContent
        case .store(let failed): failed.isFull ? .insufficientStorage : .serviceUnavailable
        case .busy: .serviceUnavailable
        }
    }
}
