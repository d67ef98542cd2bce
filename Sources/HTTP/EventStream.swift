/// A subscription as an answer: a head, bytes that are this connection's own, then whatever the source has after the cursor.
public struct EventStream: Sendable {
    /// Sent to this connection alone, at once, with the head: `retry:` and `hello`.
    public var preamble: [UInt8]
    public var source: any EventSource
    /// Where this subscriber stands; nil: nowhere, it gets the whole state.
    public var cursor: Cursor?
    /// Streams with this tag are ended together: the session's, so that logout ends its streams.
    public var tag: String?

    public init(preamble: [UInt8], source: any EventSource, cursor: Cursor?, tag: String? = nil) {
        self.preamble = preamble
        self.source = source
        self.cursor = cursor
        self.tag = tag
    }
}

/// A position in the order of durable changes; it only grows.
public struct Cursor: Hashable, Comparable, Sendable {
    public let sequence: UInt64
    public init(_ sequence: UInt64) { self.sequence = sequence }
    public static func < (a: Cursor, b: Cursor) -> Bool { a.sequence < b.sequence }
}

/// Where subscribers read from: state after a cursor, never a queue.
///
/// Every subscriber who sees the same is on the same object, so that a frame is rendered and encoded once for all of them.
public protocol EventSource: AnyObject, Sendable {
    /// What a subscriber at `cursor` lacks, nil when nothing; the same object for the same cursor as long as nothing changed.
    func frame(after cursor: Cursor?) -> Frame?
    /// From now on `bell` is rung whenever `frame(after:)` may answer something new. A loop attaches once, with its first subscriber.
    func attach(_ bell: Bell)
    /// That bell's loop has no subscriber here any more.
    func detach(_ bell: Bell)
}

/// Tells one event loop that a source has news; ringing is cheap, may happen on any thread, and says nothing but "look".
public final class Bell: Sendable {
    private let action: @Sendable () -> Void
    public init(_ action: @escaping @Sendable () -> Void) { self.action = action }
    public func ring() { action() }
}
