/// What becomes of something, as an `AsyncSequence`: each element differs from the one before it.
///
/// A reader is a cursor, not a queue: it is rung, and looks for itself, so that it always gets the newest. It leaves the feed when its task is
/// cancelled, and when the sequence and its iterators are gone. Each access makes a sequence of its own; one sequence is for one reader.
public struct ActivitySequence<Element: Sendable>: AsyncSequence, Sendable {
    /// Ids of activities to look at; how many wait is the maker's to bound.
    let notes: AsyncStream<String>
    /// nil: there is nothing to tell.
    let look: @Sendable (String) -> Element?
    let isSame: @Sendable (Element, Element) -> Bool

    public func makeAsyncIterator() -> AsyncIterator { AsyncIterator(notes: notes.makeAsyncIterator(), look: look, isSame: isSame) }

    public struct AsyncIterator: AsyncIteratorProtocol {
        private var notes: AsyncStream<String>.Iterator
        private let look: @Sendable (String) -> Element?
        private let isSame: @Sendable (Element, Element) -> Bool
        private var last: Element?

        fileprivate init(
            notes: AsyncStream<String>.Iterator, look: @escaping @Sendable (String) -> Element?,
            isSame: @escaping @Sendable (Element, Element) -> Bool
        ) {
            self.notes = notes
            self.look = look
            self.isSame = isSame
        }

        public mutating func next() async -> Element? { await next(isolation: nil) }

        public mutating func next(isolation actor: isolated (any Actor)?) async -> Element? {
            while let note = await notes.next(isolation: actor) {
                guard let element = look(note) else { continue }
                if let last, isSame(last, element) { continue }
                last = element
                return element
            }
            return nil
        }
    }
}

extension ActivitySequence {
    /// Nothing, and the end.
    static var ended: ActivitySequence { one(nil) }

    /// One element, if there is one, and the end.
    static func one(_ element: Element?) -> ActivitySequence {
        let (notes, continuation) = AsyncStream.makeStream(of: String.self)
        continuation.yield("")
        continuation.finish()
        return ActivitySequence(notes: notes, look: { _ in element }, isSame: { _, _ in false })
    }
}
