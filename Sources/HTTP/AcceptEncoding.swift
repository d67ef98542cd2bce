/// Which content coding an answer may come in: gzip or none (RFC 9110, section 12.5.3).
public enum ContentCoding: String, Sendable, Hashable {
    case identity, gzip

    /// Reads Accept-Encoding; without it, and where neither is wanted, identity. Elements that cannot be read count for nothing.
    public init(acceptedBy fields: Fields) { self.init(acceptEncoding: fields.values(of: "Accept-Encoding")) }

    public init(acceptEncoding values: [String]) {
        var gzip: Int?
        var identity: Int?
        var any: Int?
        for value in values {
            var scanner = FieldScanner(value)
            repeat {
                scanner.skipBlanks()
                guard let coding = scanner.token()?.lowercased(), let parameters = scanner.parameters() else { continue }
                guard scanner.isAtEnd || scanner.peek == .comma, let weight = Self.weight(parameters) else { continue }
                switch coding {
                case "gzip", "x-gzip": gzip = max(gzip ?? 0, weight)
                case "identity": identity = weight
                case "*": any = weight
                default: break
                }
            } while scanner.skipElement()
        }
        let wanted = gzip ?? any ?? 0
        self = wanted > 0 && wanted >= (identity ?? 0) ? .gzip : .identity
    }

    /// `q` in thousandths, 1,000 without one; nil where it is malformed (RFC 9110, section 12.4.2).
    private static func weight(_ parameters: [(name: String, value: String)]) -> Int? {
        guard let text = parameters.first(where: { $0.name == "q" })?.value.utf8 else { return 1000 }
        guard let first = text.first, first == .zero || first == .zero + 1, text.count <= 5 else { return nil }
        let fraction = text.dropFirst(2)
        if text.count > 1, text.dropFirst().first != .dot { return nil }
        var thousandths = Int(first - .zero) * 1000
        for (digit, place) in zip(fraction, [100, 10, 1]) {
            guard digit.isDigit else { return nil }
            thousandths += Int(digit - .zero) * place
        }
        return thousandths <= 1000 ? thousandths : nil
    }
}
