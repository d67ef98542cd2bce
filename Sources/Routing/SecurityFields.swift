import HTTP

/// What an answer says to browsers about what may be done with it, in one place (http.md, "Who may do what").
enum SecurityFields {
    static let pagePolicy = policy(frameAncestors: "'none'")
    static let embedPolicy = policy(frameAncestors: "*")
    static let imagePolicy = "default-src 'none'; style-src 'unsafe-inline'"

    private static func policy(frameAncestors: String) -> String {
        "default-src 'none'; script-src 'self'; connect-src 'self'; style-src 'self'; style-src-attr 'unsafe-inline'; "
            + "img-src 'self' https: data:; media-src 'self'; manifest-src 'self'; worker-src 'self'; "
            + "form-action 'self'; base-uri 'none'; frame-ancestors \(frameAncestors)"
    }

    /// Adds the fields; what a handler has set on its own account about caching stays.
    static func apply(to response: inout Response, of route: Route?) {
        response.fields["X-Content-Type-Options"] = "nosniff"
        response.fields["Referrer-Policy"] = "same-origin"
        applyPolicy(to: &response, of: route)
        guard let route else { return }
        if route.surface == .page, response.fields["Cache-Control"] == nil { response.fields["Cache-Control"] = "no-store" }
        guard route.role == .link else { return }
        response.fields["X-Robots-Tag"] = "noindex"
        guard route.method == .get else { return }
        // Another site's script is answered as somebody who knows the link, whoever sits at the browser: a cache must not mix the two.
        response.fields["Access-Control-Allow-Origin"] = "*"
        response.fields.append("Vary", "Origin")
    }

    private static func applyPolicy(to response: inout Response, of route: Route?) {
        let type = response.fields["Content-Type"].flatMap { MediaType($0) }
        if type?.matches(MediaType("image", "svg+xml")) == true {
            response.fields["Content-Security-Policy"] = imagePolicy
            response.fields["Cross-Origin-Resource-Policy"] = "cross-origin"
        } else if type?.matches(.html) == true || route?.surface == .page {
            response.fields["Content-Security-Policy"] = route?.framing == .anyone ? embedPolicy : pagePolicy
        }
    }
}
