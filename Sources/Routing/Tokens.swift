/// The operator's and the watch token, kept as digests, so that comparing takes the same time whatever is offered.
public struct Tokens: Sendable {
    private let operatorDigest: [UInt8]
    private let watchDigest: [UInt8]

    public init(operator operatorToken: String, watch: String) {
        operatorDigest = SHA256.hash(operatorToken.utf8)
        watchDigest = SHA256.hash(watch.utf8)
    }

    /// Whose token that is, nil if nobody's.
    public func role(of token: String) -> Role? {
        // An empty token file must open nothing.
        guard !token.isEmpty else { return nil }
        let offered = SHA256.hash(token.utf8)
        let isOperator = sameDigest(offered, operatorDigest)
        let isWatch = sameDigest(offered, watchDigest)
        return isOperator ? .operator : isWatch ? .watcher : nil
    }
}
