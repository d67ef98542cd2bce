import Foundation
import HTTP

/// Why a push was refused, in Apple's words (activitykit.md, "APNs-compatible push").
enum PushReason: String, Sendable, CaseIterable {
    case badCollapseID = "BadCollapseId"
    case badDeviceToken = "BadDeviceToken"
    case badExpirationDate = "BadExpirationDate"
    case badMessageID = "BadMessageId"
    case badPriority = "BadPriority"
    case badTopic = "BadTopic"
    case deviceTokenNotForTopic = "DeviceTokenNotForTopic"
    case invalidPushType = "InvalidPushType"
    case missingDeviceToken = "MissingDeviceToken"
    case missingTopic = "MissingTopic"
    case payloadEmpty = "PayloadEmpty"
    case missingProviderToken = "MissingProviderToken"
    case invalidProviderToken = "InvalidProviderToken"
    case badPath = "BadPath"
    case methodNotAllowed = "MethodNotAllowed"
    case unregistered = "Unregistered"
    case payloadTooLarge = "PayloadTooLarge"
    case tooManyRequests = "TooManyRequests"
    case internalServerError = "InternalServerError"
    case serviceUnavailable = "ServiceUnavailable"
    case shutdown = "Shutdown"

    var status: Status {
        switch self {
        case .missingProviderToken, .invalidProviderToken: .forbidden
        case .badPath: .notFound
        case .methodNotAllowed: .methodNotAllowed
        case .unregistered: .gone
        case .payloadTooLarge: .contentTooLarge
        case .tooManyRequests: .tooManyRequests
        case .internalServerError: .internalServerError
        case .serviceUnavailable, .shutdown: .serviceUnavailable
        default: .badRequest
        }
    }

    /// The reason for what was refused before a push was looked at. A path that cannot be read has no token either.
    init(_ status: Status) {
        switch status {
        case .badRequest: self = .badDeviceToken
        case .methodNotAllowed: self = .methodNotAllowed
        case .contentTooLarge: self = .payloadTooLarge
        case .tooManyRequests: self = .tooManyRequests
        case .serviceUnavailable: self = .shutdown
        default: self = status.code >= 500 ? .internalServerError : .badPath
        }
    }
}

/// Why nothing came of a push.
enum PushFault: Error, Sendable {
    /// Apple has a reason for it, and so the answer is no 200; `since`: from when on a token is out of service.
    case refused(PushReason, String, since: Date? = nil)
    /// Well-formed, but what it says cannot be done: 200, as at Apple, and the sentence says why.
    case unheeded(String)

    var sentence: String {
        switch self {
        case .refused(_, let sentence, _), .unheeded(let sentence): sentence
        }
    }
}
