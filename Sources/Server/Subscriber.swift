import HTTP

/// One subscriber: a cursor and a socket, small because there are thousands; it holds no queue and no buffer of its own.
struct Subscriber {
    struct Traits: OptionSet {
        let rawValue: UInt8
        /// Nothing follows what is pending but the end of the framing, then the close.
        static let ends = Traits(rawValue: 1)
        /// Its address is counted, and is let go with it.
        static let isCounted = Traits(rawValue: 2)
        static let isStalled = Traits(rawValue: 4)
        /// The last bytes of its framing are on their way.
        static let isComplete = Traits(rawValue: 8)
    }

    /// The rest of a frame that did not fit: a reference to bytes which all who got that frame share.
    var pending: [UInt8] = []
    var cursor: Cursor?
    let topic: Topic
    let tag: StreamTag?
    let address: IPAddress
    let descriptor: Int32
    /// Its slot in the loop's table.
    let slot: UInt32
    /// Its place in its topic's list.
    var place: UInt32
    var offset: UInt32 = 0
    /// The tick of the last byte that it took.
    var lastSent: UInt32
    /// The tick at which the frame that is pending was begun.
    var begun: UInt32 = 0
    /// The tick at which the wheel looks at it; an entry for any other tick is a leftover of whoever had this row before.
    var due: UInt32
    /// What it has sent after its request, which is more than a subscriber has to say.
    var ignored: UInt16 = 0
    let coding: Frame.Coding
    var traits: Traits

    /// Whether it may be sent a frame: nothing is pending, and its stream is not ending.
    var isReady: Bool { pending.isEmpty && !traits.contains(.ends) }
}

/// Everybody on one loop who reads from one source.
final class Topic {
    let source: any EventSource
    let bell: Bell
    var rows: [UInt32] = []

    init(source: any EventSource, bell: Bell) {
        self.source = source
        self.bell = bell
    }
}

/// A tag's streams are ended together.
final class StreamTag {
    let name: String
    var streams = 0
    init(name: String) { self.name = name }
}
