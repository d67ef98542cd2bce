import Activities
import Foundation
import HTTP
import Testing

@testable import islet

/// Pushes as a backend sends them, over a real port.
protocol PushClient {}

extension PushClient {
    /// The clock's, as a push writes them: Unix seconds, and seconds since 2001.
    func unix(_ house: House, _ seconds: Int = 0) -> Int { Int(house.clock.now.timeIntervalSince1970) + seconds }
    func since2001(_ house: House, _ seconds: Int = 0) -> Int { unix(house, seconds) - 978_307_200 }

    func state(_ house: House, driver: String = "ANA", minutes: Int = 20) -> String {
        #"{"driverName":"\#(driver)","estimatedDeliveryTime":[\#(since2001(house)),\#(since2001(house, minutes * 60))]}"#
    }

    func start(_ house: House, _ change: [String: String?] = [:]) -> String {
        let members: [String: String?] = [
            "event": #""start""#, "timestamp": "\(unix(house))", "attributes-type": #""PizzaDeliveryAttributes""#,
            "attributes": #"{"numberOfPizzas":2,"totalAmount":"$20"}"#, "content-state": state(house),
            "alert": #"{"title":"Order","body":"Taken"}"#,
        ]
        return aps(members.merging(change) { $1 })
    }

    func update(_ house: House, _ change: [String: String?] = [:]) -> String {
        let members: [String: String?] = [
            "event": #""update""#, "timestamp": "\(unix(house))", "content-state": state(house, driver: "TOM"),
        ]
        return aps(members.merging(change) { $1 })
    }

    func end(_ house: House, _ change: [String: String?] = [:]) -> String {
        let members: [String: String?] = ["event": #""end""#, "timestamp": "\(unix(house))"]
        return aps(members.merging(change) { $1 })
    }

    func aps(_ members: [String: String?]) -> String {
        #"{"aps":{\#(members.compactMap { name, value in value.map { #""\#(name)":\#($0)"# } }.sorted().joined(separator: ","))}}"#
    }

    func push(_ house: House, _ token: String, _ body: String, _ change: [String: String?] = [:], method: String = "POST") throws
        -> Answer
    {
        let fields = PushFields.good.merging(change.compactMapValues { $0 }) { $1 }.filter { change[$0.key] != .some(nil) }
        return try house.ask(
            method, token.hasPrefix("/") ? token : "/3/device/\(token)", as: .nobody, fields.map { "\($0): \($1)" },
            body: method == "POST" ? body : nil)
    }

    func startToken(_ house: House) throws -> String { try #require(house.serving.center.pushToStartTokens["pizza-delivery"]) }
    func record(_ house: House, _ id: String) throws -> ActivityRecord { try #require(house.serving.center.board.activity(id)) }

    /// A started activity: its id and token.
    func started(_ house: House) throws -> (id: String, token: String) {
        let id = try house.start()
        return (id, try record(house, id).pushToken)
    }

    func outcome(_ answer: Answer) -> String { answer.fields["islet-outcome"] ?? "" }

    func expect(_ answer: Answer, _ status: Int, _ reason: String, _ place: SourceLocation = #_sourceLocation) {
        #expect(answer.status == status && answer.text == #"{"reason":"\#(reason)"}"#, sourceLocation: place)
        // A client finds its request again by the id that it sent, whatever that was.
        let isRepeated = reason == "BadMessageId" && answer.fields["apns-id"] == "x"
        #expect((answer.fields["apns-id"]?.utf8.count == 36 || isRepeated) && !outcome(answer).isEmpty, sourceLocation: place)
        #expect(answer.fields["Content-Type"] == "application/json", sourceLocation: place)
    }

    func withSecret(_ body: (House) async throws -> Void) async throws {
        let file = FileManager.default.temporaryDirectory.appendingPathComponent("islet-secret-\(UUID().uuidString)").path
        defer { try? FileManager.default.removeItem(atPath: file) }
        try "  secret-of-the-provider\n".write(toFile: file, atomically: true, encoding: .utf8)
        try await House.open(
            {
                $0.providerSecretFile = file
                $0.bundleID = "com.example.shop"
            }, body)
    }
}

enum PushFields {
    static let good = ["apns-push-type": "liveactivity", "apns-topic": "com.example.shop.push-type.liveactivity"]
}
