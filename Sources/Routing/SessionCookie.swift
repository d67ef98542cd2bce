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

    /// A value of ours is 64 hex digits in lower case; anything else costs no look into the store.
    static func isSecret(_ text: String) -> Bool {
        text.utf8.count == 64 && text.utf8.allSatisfy { (48...57).contains($0) || (97...102).contains($0) }
    }

    /// The values that the request gives for this name.
    func values(in request: Request) -> [String] { Cookies(request.fields).pairs.filter { $0.name == name }.map(\.value) }

    /// The value of Set-Cookie, empty only for bytes that no secret of ours has; 0 seconds take the cookie away.
    func set(_ value: String, seconds: Int) -> String {
        SetCookie(name, value, maxAge: seconds, isSecure: isSecure)?.fieldValue ?? ""
    }
}
