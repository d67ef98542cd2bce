import Activities
import Foundation
import HTTP
import Testing

@testable import islet

extension FlowTests {
    /// activitykit.md, "APNs-compatible push": what works.
    @Suite struct Pushes: PushClient {
        @Test func `a push starts, another updates, a third ends, and each says so`() async throws {
            try await House.open { house in
                let answer = try push(house, startToken(house), start(house), ["apns-id": "123E4567-e89b-12d3-a456-42665544000a"])
                #expect(answer.status == 200 && answer.body.isEmpty && outcome(answer) == "Started.")
                #expect(answer.fields["apns-id"] == "123E4567-e89b-12d3-a456-42665544000a")
                let id = try #require(answer.fields["islet-activity"])
                let record = try record(house, id)
                #expect(record.activityState == .active && record.alert?.alert == AlertConfiguration(title: "Order", body: "Taken"))
                #expect(
                    record.content.state["estimatedDeliveryTime"]
                        == .array([
                            .string(ISO8601.string(house.clock.now)), .string(ISO8601.string(house.clock.now.addingTimeInterval(1200))),
                        ]))
                house.clock.advance(by: 5)
                let updated = try push(
                    house, record.pushToken, update(house, ["relevance-score": "7", "stale-date": "\(unix(house, 60))"]))
                #expect(updated.status == 200 && outcome(updated) == "Updated.")
                #expect(updated.fields["apns-id"]?.utf8.count == 36 && updated.fields["islet-activity"] == nil)
                let second = try self.record(house, id)
                #expect(second.content.state["driverName"] == .string("TOM") && second.content.relevanceScore == 7)
                #expect(second.content.staleDate == house.clock.now.addingTimeInterval(60))
                let same = try push(house, record.pushToken, update(house, ["relevance-score": "7", "stale-date": "\(unix(house, 60))"]))
                #expect(outcome(same) == "Nothing differed from what is shown, so nothing was changed.")
                let ended = try push(
                    house, record.pushToken, end(house, ["content-state": state(house, driver: "DONE"), "alert": #""Bye""#]))
                #expect(
                    outcome(ended)
                        == "Ended; it is dismissed at \(ISO8601.string(house.clock.now.addingTimeInterval(14_400))). An alert with an end rings nothing here."
                )
                let last = try self.record(house, id)
                #expect(last.activityState == .ended && last.content.state["driverName"] == .string("DONE") && last.alert == record.alert)
            }
        }

        @Test func `a push carries the whole content: what it leaves out is gone, and it says so`() async throws {
            try await House.open { house in
                let (id, token) = try started(house)
                let later = "\(unix(house, 600))"
                _ = try push(house, token, update(house, ["relevance-score": "7.5", "stale-date": later]))
                let answer = try push(house, token, update(house))
                #expect(
                    outcome(answer)
                        == "Updated. Its stale date \(ISO8601.string(house.clock.now.addingTimeInterval(600))) is gone: this push carries none. Its relevance score 7.5 is 0 now: this push carries none."
                )
                let record = try record(house, id)
                #expect(record.content.staleDate == nil && record.content.relevanceScore == 0)
            }
        }

        @Test func `a dismissal date decides when an ended one goes`() async throws {
            try await House.open { house in
                for (date, state, sentence) in [
                    (unix(house, -1), ActivityState.dismissed, "Ended and dismissed."),
                    (unix(house, 60), .ended, "Ended; it is dismissed at \(ISO8601.string(house.clock.now.addingTimeInterval(60)))."),
                    (
                        unix(house, 20_000), .ended,
                        "Ended; it is dismissed at \(ISO8601.string(house.clock.now.addingTimeInterval(14_400))). Its dismissal date \(ISO8601.string(house.clock.now.addingTimeInterval(20_000))) lies more than 4 hours ahead, and 4 hours are the most."
                    ),
                ] {
                    let (id, token) = try started(house)
                    #expect(outcome(try push(house, token, end(house, ["dismissal-date": "\(date)"]))) == sentence)
                    #expect(try record(house, id).activityState == state)
                }
            }
        }

        @Test func `upper-case digits are the same token`() async throws {
            try await House.open { house in
                let (_, token) = try started(house)
                #expect(outcome(try push(house, token.uppercased(), update(house))) == "Updated.")
            }
        }

        @Test func `a sender whose clock is behind is not ignored after its own start`() async throws {
            try await House.open { house in
                let answer = try push(house, startToken(house), start(house, ["timestamp": "\(unix(house, -30))"]))
                let token = try record(house, try #require(answer.fields["islet-activity"])).pushToken
                #expect(outcome(try push(house, token, update(house, ["timestamp": "\(unix(house, -29))"]))) == "Updated.")
                let older = try push(house, token, update(house, ["timestamp": "\(unix(house, -31))", "content-state": state(house)]))
                #expect(older.status == 200)
                #expect(
                    outcome(older) == "Ignored: its timestamp \(unix(house, -31)) is older than the last accepted one, \(unix(house, -29))."
                )
            }
        }

        @Test func `every push leaves a receipt that says what became of it, and never its token`() async throws {
            try await House.open { house in
                let (id, token) = try started(house)
                let nobody = String(repeating: "0", count: 64)
                let made = try push(house, startToken(house), start(house), ["apns-id": "123e4567-e89b-12d3-a456-426655440000"])
                _ = try push(house, token, update(house))
                _ = try push(house, token, update(house, ["event": #""\#(String(repeating: "x", count: 50))""#]))
                _ = try push(house, nobody, update(house))
                _ = try push(house, token, "{")
                _ = try push(house, "/3/device/", "")
                _ = try push(house, "/3/nothing", "")
                house.serving.keepReceipts()
                let receipts = try house.serving.pushLog.receipts(after: 0, limit: 10)
                #expect(receipts.map(\.number) == Array(1...6))
                #expect(receipts.map(\.status) == [200, 200, 200, 400, 400, 400])
                #expect(receipts.map(\.reason) == [nil, nil, nil, "BadDeviceToken", "PayloadEmpty", "MissingDeviceToken"])
                #expect(receipts.map(\.activityID) == [made.fields["islet-activity"], id, id, nil, id, nil])
                #expect(receipts.map(\.kind) == ["pizza-delivery", "pizza-delivery", "pizza-delivery", nil, "pizza-delivery", nil])
                #expect(receipts.map(\.event) == ["start", "update", String(repeating: "x", count: 40), nil, nil, nil])
                #expect(receipts.map(\.changed) == [true, true, false, false, false, false])
                #expect(receipts[0].apnsID == "123e4567-e89b-12d3-a456-426655440000" && receipts[0].outcome == "Started.")
                #expect(receipts[0].size == start(house).utf8.count && receipts[0].date == house.clock.now)
                for receipt in receipts { #expect(!"\(receipt)".contains(token) && !"\(receipt)".contains(nobody)) }
            }
        }

        @Test func `the receipt of a push whose headers are refused names whose its token is`() async throws {
            try await House.open { house in
                let (id, token) = try started(house)
                let nobody = String(repeating: "0", count: 64)
                for fields in [["apns-priority": "7"], ["apns-id": "x"]] {
                    _ = try push(house, token, update(house), fields)
                    _ = try push(house, startToken(house), start(house), fields)
                    _ = try push(house, nobody, update(house), fields)
                }
                house.serving.keepReceipts()
                let receipts = try house.serving.pushLog.receipts(after: 0, limit: 10)
                #expect(receipts.map(\.kind) == ["pizza-delivery", "pizza-delivery", nil, "pizza-delivery", "pizza-delivery", nil])
                #expect(receipts.map(\.activityID) == [id, nil, nil, id, nil, nil])
            }
        }

        @Test func `the receipts of a server that stops are kept`() async throws {
            try await House.open { house in
                let (_, token) = try started(house)
                _ = try push(house, token, update(house))
                try await house.restart(after: 1)
                #expect(try house.serving.pushLog.receipts(after: 0, limit: 10).map(\.outcome) == ["Updated."])
            }
        }

        @Test func `no line of the log holds a token, the provider's secret or anything of a payload`() throws {
            let file = FileManager.default.temporaryDirectory.appendingPathComponent("islet-secret-\(UUID().uuidString)").path
            defer { try? FileManager.default.removeItem(atPath: file) }
            try "secret-of-the-provider".write(toFile: file, atomically: true, encoding: .utf8)
            let program = try Program(
                ["--data", ":memory:", "--port", "0", "--no-login", "--log-level", "debug", "--provider-secret-file", file])
            let said = program.said("--no-login")
            let port = try #require(said.firstMatch(of: /127\.0\.0\.1:(\d+)/).flatMap { UInt16($0.1) })
            let token = String(repeating: "abcd", count: 16)
            let body = #"{"aps":{"event":"update","alert":"word of a payload"}}"#
            for (path, secret, status) in [
                ("/3/device/\(token)", "secret-of-the-provider", 400), ("/3/device/\(token)", "wrong-secret", 403),
                ("/3/\(token)", "x", 404),
            ] {
                let connection = Connection(port)
                let fields =
                    (PushFields.good.map { "\($0): \($1)" } + ["authorization: bearer \(secret)", "Content-Length: \(body.utf8.count)"])
                    .joined(separator: "\r\n")
                connection.send("POST \(path) HTTP/1.1\r\nHost: 127.0.0.1:\(port)\r\n\(fields)\r\n\r\n\(body)")
                #expect(Answer(head: connection).status == status)
            }
            program.process.terminate()
            let lines = program.end().errors
            for line in ["POST /3/device/{token} 400", "POST /3/device/{token} 403"] { #expect(lines.contains(line)) }
            for word in ["abcd", "secret-of-the-provider", "wrong-secret", "word of a payload"] { #expect(!lines.contains(word)) }
        }

        @Test func `a provider secret that is none keeps the server from starting, in one line without it`() async throws {
            let file = FileManager.default.temporaryDirectory.appendingPathComponent("islet-secret-\(UUID().uuidString)").path
            defer { try? FileManager.default.removeItem(atPath: file) }
            let named: (inout Configuration) -> Void = { $0.providerSecretFile = file }
            let wrong = [(nil, "cannot be read"), ("", "is empty"), ("brief", "is too short"), ("a secret with spaces", "holds a space")]
            for (text, sentence) in wrong {
                try text?.write(toFile: file, atomically: true, encoding: .utf8)
                do {
                    try await House.open(named) { (_: House) -> Void in Issue.record("it started") }
                } catch {
                    let line = "\(error)"
                    #expect(line.contains(sentence) && line.contains(file) && !line.contains("\n"))
                    if let text, !text.isEmpty { #expect(!line.contains(text)) }
                }
            }
        }
    }
}
