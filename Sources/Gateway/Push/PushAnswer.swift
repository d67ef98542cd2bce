import Activities
import Foundation
import HTTP

/// An answer as Apple's provider API gives it, with a word on what became of the push.
struct PushAnswer: Sendable {
    let apnsID: String
    /// One sentence or more, in any script.
    var outcome: String
    /// nil: 200.
    var reason: PushReason?
    /// From when on the token is out of service.
    var since: Date?
    /// The activity that was started.
    var activityID: String?

    /// Longest `islet-outcome`, in bytes: with all other fields it must fit what clients read of a head.
    static let outcomeBytes = 800

    var response: Response {
        var fields: Fields = ["apns-id": apnsID, "islet-outcome": Self.line(outcome), "Cache-Control": "no-store"]
        if let activityID { fields["islet-activity"] = activityID }
        guard let reason else { return Response(.ok, fields: fields) }
        fields["Content-Type"] = MediaType.json.description
        if reason.status == .serviceUnavailable { fields["Retry-After"] = "5" }
        var body: [String: JSON] = ["reason": .string(reason.rawValue)]
        body["timestamp"] = since.map { .integer($0.milliseconds) }
        return Response(reason.status, fields: fields, body: .bytes(JSON.object(body).bytes))
    }

    /// What was refused before a push was looked at.
    static func refusal(_ status: Status, _ sentence: String, to request: Request) -> Response {
        let id = PushID.echo(of: request.fields) ?? PushID.made()
        var response = PushAnswer(apnsID: id, outcome: sentence, reason: PushReason(status)).response
        response.status = status
        return response
    }

    /// A header carries visible ASCII and spaces: quotation marks become plain ones, anything else its number in braces.
    static func line(_ text: String) -> String {
        var line = ""
        for scalar in text.unicodeScalars {
            let piece =
                switch scalar {
                case "\u{201C}", "\u{201D}": "\""
                case " "..."~": String(Character(scalar))
                case let control where control.value < 0x20 || control.value == 0x7f: " "
                default: "{U+\(String(scalar.value, radix: 16, uppercase: true))}"
                }
            guard line.utf8.count + piece.utf8.count <= outcomeBytes else { break }
            line += piece
        }
        return line
    }
}

/// The `apns-id` of a push.
enum PushID {
    /// A UUID as it was sent, of any version; nil: none, or something else.
    static func given(by fields: Fields) -> String? {
        guard let text = fields["apns-id"] else { return nil }
        let bytes = Array(text.utf8)
        guard bytes.count == 36 else { return nil }
        let isUUID = bytes.enumerated().allSatisfy { index, byte in
            [8, 13, 18, 23].contains(index) ? byte == UInt8(ascii: "-") : byte.isHexDigit
        }
        return isUUID ? text : nil
    }

    /// What an answer repeats, a UUID or not: a client finds its request again by it. nil: none, or more than a log wants to keep.
    static func echo(of fields: Fields) -> String? {
        guard let text = fields["apns-id"], (1...echoedBytes).contains(text.utf8.count), text.utf8.allSatisfy({ (0x20...0x7e).contains($0) })
        else { return nil }
        return text
    }

    /// Longest `apns-id` that is repeated, in bytes.
    static let echoedBytes = 64

    static func made() -> String { Identifiers.random.activity() }
}

extension UInt8 {
    var isHexDigit: Bool { (0x30...0x39).contains(self) || (0x41...0x46).contains(self) || (0x61...0x66).contains(self) }
    var isDigit: Bool { (0x30...0x39).contains(self) }
}
