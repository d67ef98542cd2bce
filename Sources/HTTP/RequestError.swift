/// Why a request is refused before any handler sees it, and how its connection goes on (RFC 9112; robustness.md).
public struct RequestError: Error, Hashable, Sendable {
    public enum Reason: String, Error, Hashable, Sendable, CaseIterable {
        case requestLineMalformed, requestLineTooLong, targetMalformed, versionUnknown, connectRefused, tooManyEmptyLines
        case lineEndMalformed, fieldMalformed, fieldFolded, headTooLarge, tooManyFields
        case hostMissing, hostRepeated, hostMalformed
        case lengthMalformed, lengthRepeated, lengthWithCoding, codingMalformed, codingUnknown, codingInOldVersion
        case chunkMalformed, chunkExtensionsTooLarge, trailersTooLarge, bodyTooLarge, expectationUnknown
    }

    public let reason: Reason
    /// Nothing more is read: the answer says `Connection: close` and the connection ends; else the parser drains and goes on.
    public let closes: Bool
    /// The method where it was read: an answer to HEAD has no body, an error neither.
    public let method: Method?
    /// The version where it was read.
    public let version: Request.Version?

    init(_ reason: Reason, closes: Bool = true, method: Method? = nil, version: Request.Version? = nil) {
        self.reason = reason
        self.closes = closes
        self.method = method
        self.version = version
    }

    public var status: Status { reason.status }
}

extension RequestError.Reason {
    public var status: Status {
        switch self {
        case .requestLineTooLong: .uriTooLong
        case .versionUnknown: .httpVersionNotSupported
        case .connectRefused, .codingUnknown: .notImplemented
        case .headTooLarge, .tooManyFields, .trailersTooLarge: .requestHeaderFieldsTooLarge
        case .bodyTooLarge: .contentTooLarge
        case .expectationUnknown: .expectationFailed
        default: .badRequest
        }
    }
}
