import Activities
import Answers
import Foundation
import HTTP

/// What the gateway works with; made once, by the binary.
public struct Backend: Sendable {
    let center: ActivityCenter
    let board: Board
    let archive: any Archive
    let pushLog: any PushLog
    let pushTokens: any PushTokens
    let kinds: KindRegistry
    let clock: @Sendable () -> Date
    /// `https://host`, without a trailing slash, before the paths of activities.
    let baseURL: String
    /// Without login: whoever comes directly is the operator.
    let isOpen: Bool
    /// From `--time-zone`, which wins over the setting.
    private let timeZone: TimeZone?
    private let zones = WallClocks()

    /// `baseURL`: as people reach the server; where none is set, as it is reached on this machine.
    public init(
        center: ActivityCenter, archive: any Archive, pushLog: any PushLog, pushTokens: any PushTokens, kinds: KindRegistry,
        clock: @escaping @Sendable () -> Date, baseURL: String, timeZone: TimeZone? = nil,
        isOpen: Bool = false
    ) {
        self.center = center
        board = center.board
        self.archive = archive
        self.pushLog = pushLog
        self.pushTokens = pushTokens
        self.kinds = kinds
        self.clock = clock
        self.baseURL = baseURL
        self.isOpen = isOpen
        self.timeZone = timeZone
    }

    /// How days are told now: in the flag's zone, else the setting's, else the machine's.
    var wallClock: WallClock { zones.clock(flag: timeZone, setting: board.settings.timeZone) }

    /// One that is running, over, or still remembered by the journal; throws `GatewayError.gone` for one beyond retention.
    func activity(_ id: String) throws -> ActivityRecord {
        if let record = try board.activity(id) ?? archive.activity(id) { return record }
        throw try archive.remembersActivity(id) ? GatewayError.gone : ActivityError.unknownActivity(id)
    }
}
