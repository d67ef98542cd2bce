import Activities
import Foundation
import Synchronization

/// The clock by which a server tells its days and times; a zone is looked up once per name: a look-up opens the system's time zone files.
public final class WallClocks: Sendable {
    private let last = Mutex<(identifier: String?, clock: WallClock)?>(nil)

    public init() {}

    /// Of the flag's zone, else of the one that the settings name, else (none, or a name that is no zone here) of the machine's.
    public func clock(flag: TimeZone?, setting: String?) -> WallClock { flag.map(WallClock.init(timeZone:)) ?? clock(setting) }

    private func clock(_ identifier: String?) -> WallClock {
        last.withLock { last in
            if let last, last.identifier == identifier { return last.clock }
            let clock = WallClock(timeZone: identifier.flatMap(TimeZone.init(identifier:)) ?? .current)
            last = (identifier, clock)
            return clock
        }
    }
}
