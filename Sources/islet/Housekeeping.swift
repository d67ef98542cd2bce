import Activities
import Dispatch
import Foundation
import Store

/// Forgets what is past its retention, in small steps, now and then.
final class Housekeeping: Sendable {
    static let interval: DispatchTimeInterval = .seconds(600)

    private let timer: any DispatchSourceTimer

    init(store: Store, retentionDays: Int, clock: any ActivityClock, log: LineLog) {
        timer = DispatchSource.makeTimerSource(queue: DispatchQueue(label: "islet.housekeeping", qos: .utility))
        timer.setEventHandler {
            do {
                try store.prune(olderThan: clock.now.addingTimeInterval(-86_400 * Double(retentionDays)), now: clock.now)
            } catch {
                log.write(.error, "What is past its retention could not be forgotten: \(error)")
            }
        }
        timer.schedule(deadline: .now() + .seconds(30), repeating: Self.interval, leeway: .seconds(30))
    }

    func start() { timer.activate() }
    func stop() { timer.cancel() }
}
