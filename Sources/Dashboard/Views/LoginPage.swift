/// `pages/login`: asks for the token; with a code, one button that spends it.
struct LoginPage: Codable, Sendable {
    let chrome: Chrome
    /// Where to go afterwards: a path of ours.
    let next: String
    let code: String?
    let error: String?
}
