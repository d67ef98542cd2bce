import Activities
import Foundation
import Kinds
import Mustache
import Routing
import Synchronization

@testable import Dashboard

/// A whole dashboard without a server: a journal in memory, a clock that stands still, templates of one line.
final class TestShop: Sendable {
    let clock = StillClock()
    let journal: MemoryJournal
    let center: ActivityCenter
    let roots: Roots
    let pushLog = MemoryPushLog()
    private let started = Mutex<[String]>([])

    init(stored: [ActivityRecord] = [], hasHistory: Bool = true) throws {
        let journal = MemoryJournal(stored, hasHistory: hasHistory)
        self.journal = journal
        let kinds = KindRegistry(Kinds.all)
        center = try ActivityCenter(journal: journal, kinds: kinds, clock: clock)
        let access = try AccessConfiguration(port: 80, machineName: "test")
        let sessions = Sessions(store: MemorySessions(), configuration: access)
        let login = Login(tokens: Tokens(operator: "operator-token-of-a-test", watch: "watch-token-of-a-test"), sessions: sessions) { _ in }
        let site = Site(
            center: center, archive: journal, pushLog: pushLog, kinds: kinds, library: try Library(templates: Self.templates), login: login,
            clock: { [clock] in clock.now }, asset: { "/" + $0 }, baseURL: nil, localURL: "http://127.0.0.1", build: "test",
            timeZone: TimeZone(identifier: "UTC"), isPlainHTTPBeyondLoopback: false)
        roots = Roots(site: site)
    }

    var ids: [String] { started.withLock { $0 } }

    /// Lets what fell due happen, then performs the command; a refusal changes nothing and is fine.
    func perform(_ command: Command) async {
        _ = try? await center.perform(.letTimePass)
        guard let outcome = try? await center.perform(command), case .request = command else { return }
        started.withLock { $0 += outcome.activities.map(\.id) }
    }

    /// A root is one line: its id, its order, and everything that a card would show.
    private static let templates: [String: String] = {
        let folder = "activities/pizza-delivery/"
        let said = "{{activity.state}} {{activity.revision}} {{content.driverName}} {{content.isPastMidpoint}} {{content.isDelivered}}"
        var all = [
            "roots/controls": "controls-{{controls.activity.id}}|{{controls.order}}|{{controls.canUpdate}} {{controls.canDismiss}} {{controls.revision}}\n",
            "roots/island": "island|!|{{island.revision}} {{#island.attached}}{{activity.id}} {{{compactLeading}}} {{{minimal}}}{{/island.attached}}\n",
            "roots/delivered": "delivered|\"|{{#delivered.kinds}}{{kind}} {{count}}{{/delivered.kinds}}\n",
            "roots/history": "history-{{history.activity.id}}|~|{{history.activity.revision}}{{#history.lines}} {{label}} {{at.clock}}{{/history.lines}}\n",
            "roots/unreadable": "{{unreadable.presentation}}-{{unreadable.activity.id}}|{{unreadable.activity.order}}|unreadable\n",
            "roots/push": "{{push.id}}|{{push.order}}|{{push.revision}} {{push.status}} {{push.kindTitle}} {{push.outcome}}\n",
            "roots/pushes-older": "pushes-older|~|{{older.url}}\n",
            folder + "banner": "{{alert.title}} {{alert.revision}}",
            folder + "form": "",
        ]
        for name in ["lock-screen", "embed", "standby"] {
            all[folder + name] = "\(name)-{{activity.id}}|{{activity.order}}|\(said)\n"
        }
        for name in ["always-on", "compact-leading", "compact-trailing", "minimal", "expanded"] { all[folder + name] = said }
        return all
    }()
}

/// A clock that goes only when it is told to; it wakes nobody.
final class StillClock: ActivityClock {
    private let time = Mutex(Date(timeIntervalSince1970: 1_800_000_000))
    var now: Date { time.withLock { $0 } }
    func advance(by seconds: Double) { time.withLock { $0 += seconds } }
    func wake(at date: Date?, _ body: @escaping @Sendable () -> Void) {}
}
