/// What is worth remembering of one answered request; never a path as it was sent, a token or a body (http.md, "Who may do what").
public struct AccessRecord: Sendable {
    public let method: String
    /// The pattern that the handler named in `Response.route`; nil where no route took the request.
    public let route: String?
    public let status: Int
    /// Bytes of the answer, head included; of a stream its head and first frame.
    public let bytes: Int
    /// From the whole request to the answer, in nanoseconds.
    public let duration: Nanoseconds
    public let peer: String
}
