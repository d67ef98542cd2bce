import Activities
import Foundation

/// Whose a device token is.
enum PushTarget: Sendable {
    /// A push with it starts an activity of the kind.
    case start(AnyKind)
    /// A push with it updates or ends this one.
    case activity(ActivityRecord, AnyKind)

    var kind: AnyKind {
        switch self {
        case .start(let kind), .activity(_, let kind): kind
        }
    }
}

/// Finds whose a token is.
struct PushTargets: Sendable {
    private let backend: Backend
    private let starts: [String: AnyKind]

    /// Digits of a token: 32 bytes in hex.
    static let digits = 64

    init(_ backend: Backend) {
        self.backend = backend
        let pairs = backend.center.pushToStartTokens.compactMap { kind, token in backend.kinds[kind].map { (token, $0) } }
        starts = Dictionary(pairs) { first, _ in first }
    }

    /// Upper-case digits are the same token; throws `BadDeviceToken` for anything else than digits.
    static func canonical(_ text: String) throws(PushFault) -> String {
        guard text.utf8.count == digits, text.utf8.allSatisfy(\.isHexDigit) else {
            throw .refused(.badDeviceToken, "The device token is not \(digits) hex digits.")
        }
        return text.lowercased()
    }

    /// Throws `BadDeviceToken` for one that is nobody's, `Unregistered` for one that was rotated or is of an activity beyond retention.
    func target(of token: String) throws(PushFault) -> PushTarget {
        if let kind = starts[token] { return .start(kind) }
        do {
            if let id = try backend.pushTokens.activity(pushToken: token), let record = try record(id),
                let kind = backend.kinds[record.kind]
            {
                return .activity(record, kind)
            }
            if let date = try backend.pushTokens.tokenRetired(token) {
                throw PushFault.refused(.unregistered, "The device token was rotated, or its activity is long over.", since: date)
            }
            throw PushFault.refused(.badDeviceToken, "The device token is not known here.")
        } catch let fault as PushFault {
            throw fault
        } catch {
            throw .refused(.serviceUnavailable, "The store does not answer.")
        }
    }

    /// As it is now, also when it is over.
    func record(_ id: String) throws -> ActivityRecord? { try backend.board.activity(id) ?? backend.archive.activity(id) }
}

extension ActivityRecord {
    /// Throws `Unregistered` once it is over: its token takes nothing any more.
    func checkTakesPushes() throws(PushFault) {
        guard activityState == .ended || activityState == .dismissed else { return }
        throw .refused(
            .unregistered, "The activity is \(activityState.rawValue): nothing changes it any more.", since: endDate ?? dismissalDate)
    }
}
