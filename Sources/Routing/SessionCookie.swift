import HTTP

/// The cookie of a session, in one of its two forms (http.md, "Login").
struct SessionCookie: Hashable, Sendable {
    let name: String
    let isSecure: Bool

    /// `__Host-` binds it to https and to this very host, so that no neighbour can plant one.
    static let secure = SessionCookie(name: "__Host-islet", isSecure: true)

    /// Cookies do not tell ports apart; the name does, so that two servers on one machine do not log each other out.
    static func plain(_ configuration: AccessConfiguration) -> SessionCookie {
        SessionCookie(name: "islet-\(configuration.port)", isSecure: false)
    }

    /// The form that a login over this request sets: the plain one only where the browser says that it is on plain http.
    static func written(for request: Request, _ configuration: AccessConfiguration) -> SessionCookie {
        guard configuration.baseURL?.scheme == .https else { return plain(configuration) }
        let origin = request.fields["Origin"].flatMap { WebOrigin($0) }
        return origin?.scheme == .http ? plain(configuration) : secure
    }

    /// The forms that are believed: on the https host itself only the one that cannot be planted.
    static func readable(for request: Request, _ configuration: AccessConfiguration) -> [SessionCookie] {
        guard let base = configuration.baseURL, base.scheme == .https else { return [plain(configuration)] }
        return request.authority?.host == base.host ? [secure] : [secure, plain(configuration)]
    }

    /// A value of ours is 64 hex digits; anything else costs no look into the store.
    static func isSecret(_ text: String) -> Bool {
        text.utf8.count == 64 && text.utf8.allSatisfy { Escapes.digit($0) != nil }
    }

    /// The values that the request gives for this name (RFC 6265, section 4.2).
    func values(in request: Request) -> [String] {
        var values: [String] = []
        for field in request.fields.values(of: "Cookie") {
            for pair in field.utf8.split(separator: UInt8(ascii: ";")) {
                let trimmed = pair.drop { $0 == 32 || $0 == 9 }
                guard let equals = trimmed.firstIndex(of: UInt8(ascii: "=")), trimmed[..<equals].elementsEqual(name.utf8) else { continue }
                var value = trimmed[trimmed.index(after: equals)...]
                while value.last == 32 || value.last == 9 { value.removeLast() }
                values.append(String(decoding: value, as: UTF8.self))
            }
        }
        return values
    }

    /// The value of Set-Cookie; 0 seconds take it away.
    func set(_ value: String, seconds: Int) -> String {
        "\(name)=\(value); Path=/; Max-Age=\(seconds); HttpOnly; SameSite=Lax" + (isSecure ? "; Secure" : "")
    }
}

extension Request {
    /// The host that was asked for: an absolute target's authority wins over Host (RFC 9112, section 3.2.2); nil where there is none or a broken one.
    var authority: Authority? { authorityText.flatMap { Authority($0) } }
    var authorityText: String? { target.authority ?? fields["Host"] }
}
