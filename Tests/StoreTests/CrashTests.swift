import Activities
import Foundation
import Testing

@testable import Store

@Suite struct CrashTests {
    static let turns: UInt64 = 20

    /// Every turn sets three activities to the turn's number; the files are taken while the server holds them open, as a crash leaves them.
    func crashed() throws -> (database: Data, log: Data) {
        let folder = try TemporaryFolder()
        return try folder.withStore { store in
            for turn in 1...Self.turns {
                try store.append(
                    (UInt64(1)...3).map { n in
                        let activity = record("a\(n)", start: n, sequence: 3 * (turn - 1) + n, glasses: Int64(turn))
                        return change(turn == 1 ? .start : .update, activity)
                    })
            }
            return (try folder.bytes("islet.sqlite"), try folder.bytes("islet.sqlite-wal"))
        }
    }

    /// The last turn that a store made of these files knows, after it was seen that it knows it whole.
    func lastTurn(database: Data, log: Data) throws -> UInt64 {
        let folder = try TemporaryFolder()
        try database.write(to: URL(fileURLWithPath: folder.database))
        try log.write(to: URL(fileURLWithPath: folder.database + "-wal"))
        return try folder.withStore { store in
            let loaded = try store.load()
            let turn = loaded.lastSequence / 3
            #expect(loaded.lastSequence % 3 == 0)
            #expect(loaded.activities.count == (turn == 0 ? 0 : 3))
            for activity in loaded.activities {
                #expect(activity.content.state == .object(["currentGlasses": .integer(Int64(turn)), "dailyGoal": .integer(8)]))
            }
            #expect(try store.events(after: 0, limit: 1_000).count == Int(loaded.lastSequence))
            return turn
        }
    }

    @Test("after a crash everything acknowledged is there")
    func acknowledged() throws {
        let files = try crashed()
        #expect(try lastTurn(database: files.database, log: files.log) == Self.turns)
    }

    @Test("a log that was cut anywhere, or torn, gives the state after a whole turn, never half of one")
    func cut() throws {
        let seed = UInt64.random(in: .min ... .max)
        print("crash: seed \(seed)")
        var generator = SeededGenerator(seed: seed)
        let files = try crashed()
        var last: UInt64 = 0
        for length in (0..<15).map({ _ in Int.random(in: 0...files.log.count, using: &generator) }).sorted() {
            let turn = try lastTurn(database: files.database, log: files.log.prefix(length))
            #expect(turn >= last, "seed \(seed)")
            last = turn
        }
        for _ in 0..<5 {
            var torn = files.log
            torn[Int.random(in: 32..<torn.count, using: &generator)] ^= 0xff
            #expect(try lastTurn(database: files.database, log: torn) <= Self.turns, "seed \(seed)")
        }
    }
}
