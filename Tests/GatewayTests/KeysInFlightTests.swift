import Testing

@testable import Gateway

@Suite struct KeysInFlightTests {
    @Test("a key runs once at a time, and again once it is done")
    func once() {
        let keys = KeysInFlight()
        #expect(keys.begin("a") == .begun && keys.begin("a") == .isRunning && keys.begin("b") == .begun)
        keys.end("a")
        #expect(keys.begin("a") == .begun)
    }

    @Test("as many run as may run, and not one more")
    func bound() {
        let keys = KeysInFlight(bound: 3)
        for key in ["a", "b", "c"] { #expect(keys.begin(key) == .begun) }
        #expect(keys.begin("d") == .isFull && keys.begin("a") == .isRunning)
        keys.end("b")
        #expect(keys.begin("d") == .begun)
    }
}
