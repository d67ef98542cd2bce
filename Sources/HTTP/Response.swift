/// What a handler answers; framing, Date, coding and ranges are the server's business.
public struct Response: Sendable {
    public enum Body: Sendable {
        case none
        case bytes([UInt8])
        /// The connection becomes a subscriber of this event stream.
        case stream(EventStream)
    }

    public var status: Status
    public var fields: Fields
    public var body: Body
    /// The pattern of the route that answered, `/activities/{id}`: for the access log, never sent.
    public var route: String?

    public init(_ status: Status, fields: Fields = Fields(), body: Body = .none) {
        self.status = status
        self.fields = fields
        self.body = body
    }
}

/// Answers one request, now or later, exactly once, from any thread.
public typealias Responder = @Sendable (Response) -> Void

/// The whole contract between the server and what it serves.
public typealias Handler = @Sendable (Request, @escaping Responder) -> Void
