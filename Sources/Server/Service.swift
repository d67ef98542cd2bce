import HTTP

/// What every loop of a server shares.
struct Service: Sendable {
    let handler: Handler
    let clock: ServerClock
    let proxies: TrustedProxies
    let parserLimits: RequestParser.Limits
    let log: (@Sendable (AccessRecord) -> Void)?

    init(
        _ configuration: ServerConfiguration, handler: @escaping Handler, clock: ServerClock, log: (@Sendable (AccessRecord) -> Void)?
    ) {
        var limits = RequestParser.Limits()
        limits.body = configuration.bodyBound
        self.handler = handler
        self.clock = clock
        self.log = log
        proxies = configuration.trustedProxies
        parserLimits = limits
    }
}
