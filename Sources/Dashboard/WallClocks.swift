import Activities
import Foundation
import Synchronization

/// The clock of the zone that the settings name, looked up once per name: a look-up opens the system's time zone files.
final class WallClocks: Sendable {
    private let last = Mutex<(identifier: String?, clock: WallClock)?>(nil)

    /// nil, or a name that is no zone here: the machine's.
    func clock(_ identifier: String?) -> WallClock {
        last.withLock { last in
            if let last, last.identifier == identifier { return last.clock }
            let clock = WallClock(timeZone: identifier.flatMap(TimeZone.init(identifier:)) ?? .current)
            last = (identifier, clock)
            return clock
        }
    }
}
