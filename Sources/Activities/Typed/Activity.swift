import Foundation
import Synchronization

/// One activity of a known type, as an ActivityKit developer knows it: what it shows now, what changes it, and streams of what becomes of it.
///
/// There is no global system here, so wherever ActivityKit finds it by itself one parameter names the center: `in: center`.
public final class Activity<Attributes: ActivityAttributes>: Sendable, Identifiable {
    public typealias ContentState = Attributes.ContentState
    public typealias ContentUpdates = ActivitySequence<ActivityContent<ContentState>>
    public typealias ActivityStateUpdates = ActivitySequence<ActivityState>
    public typealias PushTokenUpdates = ActivitySequence<Data>
    public typealias ActivityUpdates = ActivitySequence<Activity>

    /// A random UUID in lower case (http.md).
    public let id: String
    public let attributes: Attributes
    let center: ActivityCenter
    private let last: Mutex<Known>

    /// The newest that could be read: what is forgotten meanwhile keeps its last content.
    private struct Known: Sendable {
        var record: ActivityRecord
        var content: ActivityContent<ContentState>
    }

    /// Throws `DecodingError` where the record does not have this type's shape.
    init(_ record: ActivityRecord, in center: ActivityCenter) throws {
        id = record.id
        attributes = try JSON.decode(record.attributes)
        self.center = center
        last = Mutex(Known(record: record, content: try Self.content(of: record)))
    }

    private static func content(of record: ActivityRecord) throws -> ActivityContent<ContentState> {
        ActivityContent(
            state: try JSON.decode(record.content.state), staleDate: record.content.staleDate,
            relevanceScore: record.content.relevanceScore)
    }

    /// What is shown now; of one that is over, the last that was shown.
    public var content: ActivityContent<ContentState> { known.content }

    /// Where it is in its life; `dismissed` also once it is forgotten.
    public var activityState: ActivityState { known.record.activityState }

    /// 32 bytes, for pushes; every activity has one, whatever its `pushType` was.
    public var pushToken: Data? { Data(hex: known.record.pushToken) }

    private var known: Known {
        let newest: ActivityRecord?
        // A store that does not answer says nothing about the activity: what is known stands.
        do { newest = try center.newest(id) } catch { return last.withLock { $0 } }
        return last.withLock { known in
            guard let newest else {
                known.record.activityState = .dismissed
                return known
            }
            if newest.content != known.record.content, let content = try? Self.content(of: newest) { known.content = content }
            known.record = newest
            return known
        }
    }
}

extension Activity {
    /// What it shows, the present first, then each newer content; a slow reader is brought to the newest. Ends when it is dismissed.
    public var contentUpdates: ContentUpdates { center.sequence(of: id) { self.content } }

    /// Where it is, the present first; a slow reader may miss a state that has passed, never the last. Ends after `dismissed`.
    public var activityStateUpdates: ActivityStateUpdates { center.sequence(of: id) { self.activityState } }

    /// Its push token, 32 bytes, the present first, then each that replaces it. Ends when it is dismissed.
    public var pushTokenUpdates: PushTokenUpdates { center.sequence(of: id) { self.pushToken } }
}
