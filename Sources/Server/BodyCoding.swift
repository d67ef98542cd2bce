import Gzip
import HTTP

/// Which bodies are worth compressing on their way out.
enum BodyCoding {
    /// Below this many bytes the gain is less than a packet.
    static let smallest = 512

    /// The body, compressed where the client takes it and its kind gains by it; the fields say that the answer varies either way.
    static func apply(to fields: inout Fields, _ bytes: [UInt8], status: Status, acceptsGzip: @autoclosure () -> Bool) -> [UInt8] {
        guard bytes.count >= smallest, isWorthwhile(fields, status) else { return bytes }
        addVary(to: &fields)
        guard acceptsGzip() else { return bytes }
        fields["Content-Encoding"] = "gzip"
        return Gzip.compress(bytes)
    }

    /// Not twice, not a part of something, not against `no-transform`; and a strong ETag names these very bytes (RFC 9110, section 8.8.1).
    private static func isWorthwhile(_ fields: Fields, _ status: Status) -> Bool {
        guard status != .partialContent, let type = fields["Content-Type"], isText(type) else { return false }
        if fields["Content-Encoding"] != nil || fields["Content-Range"] != nil { return false }
        if let tag = fields["ETag"], !tag.hasPrefix("W/") { return false }
        return !(fields["Cache-Control"]?.contains("no-transform") ?? false)
    }

    /// Text, JSON, SVG, scripts.
    static func isText(_ type: String) -> Bool {
        let type = type.prefix { $0 != ";" && $0 != " " }.lowercased()
        return type.hasPrefix("text/") || type.hasSuffix("json") || type.hasSuffix("+xml") || type == "application/javascript"
            || type == "application/xml"
    }

    /// Adds to what the answer varies by already, in however many lines that is said.
    static func addVary(to fields: inout Fields) {
        let said = fields.values(of: "Vary")
        if said.contains(where: { $0 == "*" || $0.lowercased().contains("accept-encoding") }) { return }
        fields["Vary"] = said.isEmpty ? "Accept-Encoding" : said.joined(separator: ", ") + ", Accept-Encoding"
    }
}
