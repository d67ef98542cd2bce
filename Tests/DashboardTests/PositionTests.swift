import Answers
import HTTP
import Testing

@testable import Dashboard

@Suite struct PositionTests {
    @Test(arguments: ["", "e", "e-", "-1", "e-01", "e--1", "e-+1", "e-1 ", "e-18446744073709551616", "e-١"])
    func `a mangled id is no position`(text: String) {
        #expect(Position(text) == nil)
    }

    @Test func `a position is read as it was written`() {
        for sequence in [0, 1, UInt64.max] {
            let position = Position(epoch: "e", sequence: sequence)
            #expect(Position(position.text) == position)
        }
    }
}
