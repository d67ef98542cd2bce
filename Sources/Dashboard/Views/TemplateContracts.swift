import Activities
import Mustache

/// Which view each template is given; checked once, at start, so that a wrong name stops the server and not a page.
struct TemplateContracts {
    let library: Library
    let kinds: KindRegistry

    /// Throws `TemplateError` with file, line and column.
    func check() throws {
        try checkPages()
        try library.check("roots/island", against: .object(["island": Shape(of: IslandView.self)]))
        try library.check("roots/delivered", against: .object(["delivered": Shape(of: DeliveredView.self)]))
        try library.check("roots/controls", against: .object(["controls": Shape(of: ControlsView.self)]))
        try library.check("roots/history", against: .object(["history": Shape(of: HistoryView.self)]))
        try library.check("roots/unreadable", against: .object(["unreadable": Shape(of: UnreadableView.self)]))
        try library.check("roots/push", against: .object(["push": Shape(of: PushView.self)]))
        try library.check("roots/pushes-older", against: .object(["older": Shape(of: OlderPushesView.self)]))
        for kind in kinds.all { try check(kind) }
    }

    private func checkPages() throws {
        try library.check("pages/dashboard", against: Shape(of: DashboardPage.self))
        try library.check("pages/activity", against: Shape(of: ActivityPage.self))
        try library.check("pages/history", against: Shape(of: HistoryPage.self))
        try library.check("pages/embed", against: Shape(of: EmbedPage.self))
        try library.check("pages/contact", against: Shape(of: ContactPage.self))
        try library.check("pages/end-all", against: Shape(of: EndAllPage.self))
        try library.check("pages/pushes", against: Shape(of: PushLogPage.self))
        try library.check("partials/end", against: Shape(of: EndFormView.self))
        try library.check("pages/form", against: Shape(of: FormPage.self))
        try library.check("pages/login", against: Shape(of: LoginPage.self))
        for name in Failure.pages { try library.check("pages/messages/\(name)", against: Shape(of: MessagePage.self)) }
    }

    /// Every kind has all of these (product.md, "Presentations").
    static let presentations = [
        "lock-screen", "embed", "standby", "always-on", "compact-leading", "compact-trailing", "minimal", "expanded",
    ]

    private static func shape<View: Decodable>(of type: View.Type) throws -> Shape { try Shape(of: type) }

    private func check(_ kind: AnyKind) throws {
        let folder = "activities/\(kind.kind)"
        let content = try Self.shape(of: kind.presentationType)
        let activity = try Shape(of: ActivityView.self)
        for name in Self.presentations {
            try library.check("\(folder)/\(name)", against: .object(["activity": activity, "content": content]))
        }
        if library.contains("\(folder)/headline") {
            try library.check("\(folder)/headline", against: .object(["activity": activity, "content": content]))
        }
        let alert = try Shape(of: AlertView.self)
        try library.check("\(folder)/banner", against: .object(["activity": activity, "content": content, "alert": alert]))
        try library.check("\(folder)/form", against: .object(["form": Shape(of: FormView.self)]))
        if library.contains("\(folder)/journey") {
            let image = try Shape(of: ImageTimes.self)
            try library.check("\(folder)/journey", against: .object(["activity": activity, "content": content, "image": image]))
        }
    }
}
