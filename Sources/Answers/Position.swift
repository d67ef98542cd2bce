import HTTP

/// A place in the durable order as pages and streams write it: `<epoch>-<sequence>` (http.md, "Live streams").
public struct Position: Hashable, Sendable {
    public let epoch: String
    public let sequence: UInt64

    public init(epoch: String, sequence: UInt64) {
        self.epoch = epoch
        self.sequence = sequence
    }

    /// nil where the text has not that form; the epoch itself may hold no dash.
    public init?(_ text: String) {
        let parts = text.split(separator: "-", maxSplits: 1, omittingEmptySubsequences: false)
        guard parts.count == 2, !parts[0].isEmpty, parts[1].utf8.allSatisfy({ (0x30...0x39).contains($0) }),
            let sequence = UInt64(parts[1]), String(sequence) == parts[1]
        else { return nil }
        self.init(epoch: String(parts[0]), sequence: sequence)
    }

    public var text: String { "\(epoch)-\(sequence)" }

    /// The cursor that a request resumes from: the header wins over the query; nil for none, a mangled or a foreign one,
    /// or one from a future that this store has not seen.
    public static func resumed(by request: Request, epoch: String, newest: UInt64) -> Cursor? {
        let text = request.fields["Last-Event-ID"] ?? (try? Form(request.target.query ?? ""))?["last-event-id"]
        guard let text, let position = Position(text), position.epoch == epoch, position.sequence <= newest else { return nil }
        return Cursor(position.sequence)
    }
}
