extension Request {
    /// Whether the client wants the connection kept: 1.1 unless `close`, 1.0 only with `keep-alive` (RFC 9112, section 9.3).
    public var keepsAlive: Bool {
        var keeps = version == .http1_1
        for field in fields.all where field.name == Self.connection {
            for part in field.value.utf8.split(separator: .comma) {
                let token = trimmed(part)
                if token.elementsEqual("close".utf8, by: { $0.lowercased == $1 }) { return false }
                if token.elementsEqual("keep-alive".utf8, by: { $0.lowercased == $1 }) { keeps = true }
            }
        }
        return keeps
    }

    private static let connection: Fields.Name = "Connection"
}
