import CEpoll
import Glibc
import HTTP
import Synchronization

/// What other threads tell a loop: kept under a lock, announced by one descriptor, taken all at once.
final class Inbox: Sendable {
    enum Message: Sendable {
        case answer(Token, number: UInt32, Response)
        case endStreams(tag: String)
    }

    fileprivate struct Contents {
        var messages: [Message] = []
        /// Sources whose bell rang: a set, so that a source which changes a thousand times between two turns is looked at once.
        var rung: Set<ObjectIdentifier> = []
        var isAnnounced = false
    }

    let descriptor: Int32
    private let contents = Mutex(Contents())

    init() throws(ServerError) {
        descriptor = islet_eventfd()
        guard descriptor >= 0 else { throw .system(call: "eventfd", code: errno) }
    }

    deinit { Glibc.close(descriptor) }

    func post(_ message: Message) {
        let isNews = contents.withLock { contents in
            contents.messages.append(message)
            return contents.announce()
        }
        if isNews { wake() }
    }

    func ring(_ source: ObjectIdentifier) {
        let isNews = contents.withLock { contents in
            contents.rung.insert(source).inserted && contents.announce()
        }
        if isNews { wake() }
    }

    /// Everything since the last time, by the loop alone.
    func take() -> (messages: [Message], rung: Set<ObjectIdentifier>) {
        var count: UInt64 = 0
        _ = Glibc.read(descriptor, &count, 8)
        return contents.withLock { contents in
            defer { contents = Contents() }
            return (contents.messages, contents.rung)
        }
    }

    private func wake() {
        var one: UInt64 = 1
        _ = Glibc.write(descriptor, &one, 8)
    }
}

extension Inbox.Contents {
    fileprivate mutating func announce() -> Bool {
        defer { isAnnounced = true }
        return !isAnnounced
    }
}
