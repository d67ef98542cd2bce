import Activities
import Answers
import Foundation
import HTTP
import Mustache
import Routing

/// What every page, form and stream of the dashboard works with; made once, by the binary.
public struct Site: Sendable {
    let center: ActivityCenter
    let board: Board
    let archive: any Archive
    let pushLog: any PushLog
    let kinds: KindRegistry
    let library: Library
    let login: Login
    let clock: @Sendable () -> Date
    /// The immutable, content-hashed address of a file of Public/: `style/islet.css` → `/style/islet.<hash>.css`.
    let asset: @Sendable (String) -> String
    /// `https://host`, without a trailing slash; nil: links work only here.
    let baseURL: String?
    /// How the server is reached where no base URL says it better: `http://127.0.0.1:8080`.
    let localURL: String
    /// Names the build; pages of another one reload themselves once.
    let build: String
    /// From `--time-zone`, which wins over the setting.
    private(set) var timeZone: TimeZone?
    private let zones = WallClocks()
    /// Whose topic pushes must name; nil: anybody's.
    let bundleID: String?
    /// Pushes must bring the provider's secret along.
    let asksForProviderSecret: Bool
    /// Told of what only a debugger wants to read; nil where nobody does.
    let debug: (@Sendable (String) -> Void)?
    /// Plain http beyond loopback: pages say what browsers withhold there.
    let isPlainHTTPBeyondLoopback: Bool

    public init(
        center: ActivityCenter, archive: any Archive, pushLog: any PushLog, kinds: KindRegistry, library: Library, login: Login,
        clock: @escaping @Sendable () -> Date, asset: @escaping @Sendable (String) -> String, baseURL: String?, localURL: String,
        build: String, timeZone: TimeZone?, bundleID: String? = nil, asksForProviderSecret: Bool = false, isPlainHTTPBeyondLoopback: Bool, debug: (@Sendable (String) -> Void)? = nil
    ) {
        self.debug = debug
        self.center = center
        board = center.board
        self.archive = archive
        self.pushLog = pushLog
        self.kinds = kinds
        self.library = library
        self.login = login
        self.clock = clock
        self.asset = asset
        self.baseURL = baseURL
        self.localURL = localURL
        self.build = build
        self.timeZone = timeZone
        self.bundleID = bundleID
        self.asksForProviderSecret = asksForProviderSecret
        self.isPlainHTTPBeyondLoopback = isPlainHTTPBeyondLoopback
    }

    /// How clocks are written now: the flag's zone, else the setting's, else the machine's.
    var wallClock: WallClock { zones.clock(flag: timeZone, setting: board.settings.timeZone) }

    /// The same with its clocks in one zone, whatever the setting becomes meanwhile.
    func written(in clock: WallClock) -> Site {
        var site = self
        site.timeZone = clock.timeZone
        return site
    }

    /// Names the store (http.md, "Live streams").
    var epoch: String { center.epoch }

    /// "Pizza delivery"; of a kind that has gone, its name.
    func kindTitle(of record: ActivityRecord) -> String { kinds[record.kind]?.title ?? record.kind }

    /// That name where Public/sounds has such a file, else `default`: what an app brings along rings all the same.
    func sound(named name: String) -> String {
        let isName = !name.isEmpty && name.utf8.allSatisfy { (0x30...0x39).contains($0) || (0x61...0x7a).contains($0) || $0 == 0x2d }
        // Only what is not there has no hash in its address.
        return isName && asset("sounds/\(name).wav") != "/sounds/\(name).wav" ? name : "default"
    }

    func position(_ sequence: UInt64) -> String { Position(epoch: epoch, sequence: sequence).text }

    /// One that is running, over, or still remembered by the journal.
    func activity(_ id: String) throws -> ActivityRecord {
        if let record = try board.activity(id) ?? archive.activity(id) { return record }
        throw try archive.remembersActivity(id) ? PageError.gone : ActivityError.unknownActivity(id)
    }
}
