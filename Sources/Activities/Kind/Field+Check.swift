import Foundation

extension Field {
    /// The preset as a value; nil where there is none.
    var presetValue: FieldValue? {
        guard !preset.isEmpty else { return isOptional ? .null : nil }
        switch format {
        case .integer: return Int(preset).map(FieldValue.integer)
        case .boolean: return .boolean(preset == "true")
        case .dateRange: return Double(preset).map(FieldValue.minutesFromNow)
        case .text, .choice, .date, .telephone, .image: return .text(preset)
        }
    }

    /// What is wrong with this field's value in attributes or state, the same for a form and for JSON; nil also where its type is
    /// wrong, which decoding says.
    func problem(in json: JSON, now: Date) -> FieldError? {
        guard let value = json[name], value != .null else { return nil }
        return problem(with: value, now: now).map { FieldError(name, $0, in: place) }
    }

    private func problem(with value: JSON, now: Date) -> String? {
        switch format {
        case .integer(let range):
            guard let number = value.integer, !range.contains(Int(number)) else { return nil }
            return "\(label) is a whole number from \(range.lowerBound) to \(range.upperBound); \(number) is not."
        case .text(let maximum): return value.string.flatMap { text($0, maximum: maximum) }
        case .choice(let choices):
            guard let text = value.string, !choices.contains(text) else { return nil }
            return "\(label) is one of \(choices.joined(separator: ", ")); \u{201C}\(text.prefix(40))\u{201D} is not."
        case .telephone: return value.string.flatMap(telephone)
        case .image: return value.string.flatMap(image)
        case .date: return far(value, from: now)
        case .dateRange: return range(value, now: now)
        case .boolean: return nil
        }
    }

    /// Control characters and noncharacters are ill-formed in SVG and can forge lines elsewhere.
    private func text(_ text: String, maximum: Int) -> String? {
        if text.unicodeScalars.contains(where: \.isUnprintable) { return "\(label) holds a control character." }
        // A cluster may hold any number of scalars: bounded too, eight to a character.
        if text.unicodeScalars.count > maximum * 8 || text.count > maximum { return "\(label) has at most \(maximum) characters." }
        // By scalars: the same that a pattern in a JSON Schema can say.
        if !isOptional && text.unicodeScalars.allSatisfy(\.properties.isWhitespace) { return "\(label) is needed." }
        return nil
    }

    /// Digits, spaces and what people write between them; it becomes a `tel:` link.
    private func telephone(_ text: String) -> String? {
        let allowed = Set("0123456789 +-()./#*".unicodeScalars)
        let digits = text.unicodeScalars.filter { ("0"..."9").contains($0) }.count
        guard text.utf8.count <= 32, text.unicodeScalars.allSatisfy(allowed.contains), digits >= 2 else {
            return "\(label) is a telephone number such as +1 555 0100."
        }
        return nil
    }

    /// `https:` or a plain path below Public/: any other scheme (`javascript:`, `data:`) and any way up are refused.
    private func image(_ text: String) -> String? {
        let sentence = "\(label) is the name of a picture under Public/ or an https URL."
        let printable = text.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7f && !"\"'<>\\`{}|^".utf8.contains($0) }
        guard text.utf8.count <= 1024, printable, !text.isEmpty else { return sentence }
        if text.lowercased().hasPrefix("https://") {
            let host = text.dropFirst(8).prefix { !"/?#".contains($0) }
            return host.isEmpty || host.contains("@") ? sentence : nil
        }
        let parts = text.split(separator: "/", omittingEmptySubsequences: false)
        let isName = parts.allSatisfy { part in
            !part.isEmpty && !part.hasPrefix(".")
                && part.utf8.allSatisfy { byte in
                    (0x30...0x39).contains(byte) || (0x41...0x5a).contains(byte) || (0x61...0x7a).contains(byte)
                        || "-_.".utf8.contains(byte)
                }
        }
        return isName && text.utf8.count <= 200 ? nil : sentence
    }

    private func range(_ value: JSON, now: Date) -> String? {
        guard case .array(let bounds) = value else { return nil }
        return bounds.lazy.compactMap { far($0, from: now) }.first
    }

    /// Ten years: Unix seconds or milliseconds where seconds since 2001 were meant land further away.
    private func far(_ value: JSON, from now: Date) -> String? {
        guard let date = value.string.flatMap(ISO8601.date), abs(date.timeIntervalSince(now)) > Limits.farthest else { return nil }
        return "\(ISO8601.string(date)) lies more than ten years from now."
    }
}

extension Unicode.Scalar {
    /// C0 and C1 controls, line and paragraph separators, and noncharacters such as U+FFFE.
    fileprivate var isUnprintable: Bool {
        value < 0x20 || (0x7f...0x9f).contains(value) || value == 0x2028 || value == 0x2029 || value & 0xfffe == 0xfffe
            || (0xfdd0...0xfdef).contains(value)
    }
}
