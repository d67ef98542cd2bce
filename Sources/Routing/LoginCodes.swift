import Foundation
import Synchronization

/// The codes of login links: each opens one session, once.
final class LoginCodes: Sendable {
    /// Seconds that a code is good for: 15 minutes.
    static let lifetime: TimeInterval = 900
    /// Codes that are good at once; one more puts out the oldest.
    static let limit = 16

    private struct Code {
        let digest: [UInt8]
        let expires: Date
    }

    private let codes = Mutex<[Code]>([])

    /// The code if it looks like one: what comes in a link is shown in a page.
    static func wellFormed(_ text: String?) -> String? { text.flatMap { SessionCookie.isSecret($0) ? $0 : nil } }

    func add(_ code: String, at now: Date) {
        codes.withLock { codes in
            codes.append(Code(digest: SHA256.hash(code.utf8), expires: now.addingTimeInterval(LoginCodes.lifetime)))
            if codes.count > LoginCodes.limit { codes.removeFirst() }
        }
    }

    /// Whether the code was good; it is not any more.
    func spend(_ code: String, at now: Date) -> Bool {
        let digest = SHA256.hash(code.utf8)
        return codes.withLock { codes in
            codes.removeAll { $0.expires <= now }
            guard let index = codes.firstIndex(where: { sameDigest($0.digest, digest) }) else { return false }
            codes.remove(at: index)
            return true
        }
    }

    /// Puts a spent code back whose session could not be stored.
    func restore(_ code: String, at now: Date) { add(code, at: now) }
}
