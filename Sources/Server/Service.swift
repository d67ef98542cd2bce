import HTTP

/// What every loop of a server shares.
struct Service: Sendable {
    let handler: Handler
    let clock: ServerClock
    let proxies: TrustedProxies
    let parserLimits: RequestParser.Limits
    let log: (@Sendable (AccessRecord) -> Void)?
}
