import HTTP
import Routing

/// `/login` and `/logout`.
struct LoginPages: Sendable {
    let pages: Pages

    var routes: [Route] {
        pages.site.login.routes { form, context in
            let view = LoginPage(
                chrome: pages.chrome("Log in", context, isPrivate: true), next: form.next, code: form.code, error: form.message)
            return try pages.page("login", view, status: form.status)
        }
    }
}
