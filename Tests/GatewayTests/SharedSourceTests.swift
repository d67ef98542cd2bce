import Answers
import HTTP
import Synchronization
import Testing

/// One view as an event source, shared by all who read it.
@Suite struct SharedSourceTests {
    private struct Unreadable: Error {}

    @Test func `a step that fails is told, and whoever waits is rung once more later`() {
        let isReadable = Mutex(false)
        let waiting = Mutex<[@Sendable () -> Void]>([])
        let told = Mutex(0)
        let rung = Mutex(0)
        let source = SharedSource(
            step: { _ in
                guard isReadable.withLock({ $0 }) else { throw Unreadable() }
                return Frame(payload: [1], cursor: Cursor(1))
            }, report: { _ in told.withLock { $0 += 1 } }, later: { look in waiting.withLock { $0.append(look) } })
        source.attach(Bell { rung.withLock { $0 += 1 } })
        #expect(source.frame(after: Cursor(0)) == nil && source.frame(after: nil) == nil)
        #expect(told.withLock { $0 } == 2 && rung.withLock { $0 } == 0)
        let looks = waiting.withLock { $0 }
        #expect(looks.count == 1)
        isReadable.withLock { $0 = true }
        looks.first?()
        #expect(rung.withLock { $0 } == 1)
        #expect(source.frame(after: Cursor(0))?.payload == [1])
    }
}
