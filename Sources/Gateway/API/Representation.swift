import Activities
import Answers
import HTTP
import Routing

extension Response {
    /// An answer that nobody keeps.
    static func json(_ json: JSON, status: Status = .ok, fields: Fields = Fields()) -> Response {
        var response = Response(status, fields: ["Content-Type": MediaType.json.description], body: .bytes(json.bytes))
        for field in fields.all { response.fields[field.name] = field.value }
        if response.fields["Cache-Control"] == nil { response.fields["Cache-Control"] = "no-store" }
        return response
    }
}

/// An activity as one audience reads it, and the tag that names these bytes.
struct Representation {
    let json: JSON
    let tag: EntityTag?

    init(of record: ActivityRecord, in backend: Backend, for role: Role) {
        json = backend.json(record, withToken: role >= .operator)
        tag = RevisionTag(epoch: backend.center.epoch, sequence: record.sequence, digest: SHA256.hexDigest(of: json.bytes)).entityTag
    }

    /// Everybody's own: what an operator reads holds the push token.
    var fields: Fields {
        var fields: Fields = ["Vary": "Authorization, Cookie", "Cache-Control": "private, no-cache"]
        fields["ETag"] = tag?.description
        return fields
    }

    /// The answer to a change, with the tag on which the next one may depend.
    func answer(_ status: Status = .ok, with members: [String: JSON] = [:], fields: Fields = Fields()) -> Response {
        guard case .object(let own) = json else { return Response(status) }
        var all = fields
        all["ETag"] = tag?.description
        return .json(.object(own.merging(members) { mine, _ in mine }), status: status, fields: all)
    }
}

/// `<epoch>-<sequence>-<8 hex digits>`: what was read (its sequence), and by whom (the digits: an operator's copy holds the push token,
/// which changes without the sequence).
struct RevisionTag: Hashable {
    private static let digits = 8

    let position: Position
    private let digest: String

    init(epoch: String, sequence: UInt64, digest: String) {
        position = Position(epoch: epoch, sequence: sequence)
        self.digest = String(digest.prefix(Self.digits))
    }

    /// nil for a tag that this server does not write.
    init?(_ tag: EntityTag) {
        guard let dash = tag.opaque.lastIndex(of: "-"), let position = Position(String(tag.opaque[..<dash])) else { return nil }
        let digest = tag.opaque[tag.opaque.index(after: dash)...]
        guard digest.utf8.count == Self.digits, digest.utf8.allSatisfy({ (0x30...0x39).contains($0) || (0x61...0x66).contains($0) }) else {
            return nil
        }
        self.position = position
        self.digest = String(digest)
    }

    var entityTag: EntityTag? { EntityTag(opaque: "\(position.text)-\(digest)") }
}
