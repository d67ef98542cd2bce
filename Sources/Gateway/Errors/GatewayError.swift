/// What a program asked for that cannot be answered as asked, beyond the domain's errors.
enum GatewayError: Error {
    /// It was here once, and is beyond retention.
    case gone
}
