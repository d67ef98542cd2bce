import HTTP

/// What has to be remembered of a request until it is answered.
struct InFlight {
    let method: Method
    let version: Request.Version
    let encoder: ResponseEncoder
    private let fields: Fields
    let began: Nanoseconds
    let client: IPAddress
    /// Whether `client` was counted for this request: it came through a trusted proxy.
    let isCounted: Bool

    init(_ request: Request, began: Nanoseconds, client: IPAddress, isCounted: Bool) {
        method = request.method
        version = request.version
        encoder = ResponseEncoder(answering: request)
        fields = request.fields
        self.began = began
        self.client = client
        self.isCounted = isCounted
    }

    /// Read only where an answer may be compressed.
    var acceptsGzip: Bool { ContentCoding(acceptedBy: fields) == .gzip }

    /// Encodes a head alone, for a body that is written from where it lies: HEAD's answer is that head.
    var headEncoder: ResponseEncoder {
        ResponseEncoder(answering: Request(method: .head, target: Target(path: "*"), version: version, fields: ["Connection": "keep-alive"]))
    }

    /// The answer without its body, which it announces.
    func head(of response: Response, length: Int) -> Response {
        var head = response
        head.body = .none
        head.fields["Content-Length"] = String(length)
        if !encoder.keepsConnection(response) { head.fields["Connection"] = "close" }
        return head
    }
}
